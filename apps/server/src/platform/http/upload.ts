/** One file part named `file` of at most 25 MB, and a few small fields beside it. */
import type { FastifyRequest } from 'fastify';
import { type Outcome, problem } from '../problem.ts';
import type { UploadedFile } from './handler.ts';

/** Bodies that are not uploads. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;
/** Of calls that nobody has to sign in for. */
export const MOST_STRANGER_BYTES = 64 * 1024;
/**
 * Values of a JSON body; `input-bounds.test.ts` holds every call's longest body against it. Reading and checking so many takes
 * 100 ms, which long bodies pay for (`weight` in admission.ts).
 */
export const MOST_BODY_VALUES = 65_000;
export const MOST_UPLOAD_BYTES = 25 * 1024 * 1024;
export const UPLOAD_LIMITS = {
  fileSize: MOST_UPLOAD_BYTES,
  files: 1,
  fields: 20,
  fieldNameSize: 100,
  fieldSize: 1024 * 1024,
  headerPairs: 100,
};

export interface Upload {
  readonly file: UploadedFile;
  readonly fields: Readonly<Record<string, string>>;
}

const LIMIT_SENTENCES: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'Send one file at a time.',
  FST_PARTS_LIMIT: 'This form has too many parts.',
  FST_FIELDS_LIMIT: 'This form has too many fields.',
  FST_PROTO_VIOLATION: 'This form has a field with a forbidden name.',
};

/**
 * Problems: `bad_request` (not a form, or broken off), `validation` (no file), `file_too_large`.
 * @param mostBytes of the file, where it is less than of others
 */
export const readUpload = async (
  request: FastifyRequest,
  mostBytes: number = MOST_UPLOAD_BYTES,
): Promise<Outcome<Upload>> => {
  if (!request.isMultipart())
    return problem('bad_request', { message: 'This call needs a form with a file (multipart/form-data).' });
  let file: UploadedFile | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: { ...UPLOAD_LIMITS, fileSize: mostBytes } })) {
      if (part.type === 'field') {
        if (part.valueTruncated)
          return problem('bad_request', { message: `The field "${part.fieldname}" is too long.` });
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== 'file')
        return problem('validation', {
          errors: [{ field: part.fieldname, code: 'unknown', message: 'The file belongs in the field "file".' }],
        });
      file = { fileName: part.filename.slice(-200), contentType: part.mimetype, bytes: await part.toBuffer() };
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      return problem('file_too_large', { message: `This file is larger than ${mostBytes / (1024 * 1024)} MB.` });
    const sentence =
      LIMIT_SENTENCES[code] ??
      (error instanceof Error && /multipart|boundary|unexpected end|malformed/i.test(error.message)
        ? 'The upload was cut off or is damaged.'
        : undefined);
    if (sentence === undefined) throw error;
    return problem('bad_request', { message: sentence });
  }
  if (!file) return problem('validation', { errors: [{ field: 'file', code: 'required', message: 'Choose a file.' }] });
  return { ok: true, value: { file, fields } };
};
