/** The reader of files for tests: one for all tests of a thread; its own threads start when a file is read. */
import { createFileReader } from '../src/platform/file-reading/file-reader.ts';
import { silentLogger } from '../src/platform/logging/logger.ts';

export const testFiles = createFileReader({ log: silentLogger() });
