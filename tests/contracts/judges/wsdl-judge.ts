/** The schemas inside a vendor's WSDLs as a judge of whole SOAP messages, requests and answers alike. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import type { Verdict } from './differential.ts';

export interface WsdlJudge {
  /**
   * What stands in the message's body, and in its header where it has one.
   * @param path of the service, as requests name it
   */
  judge(path: string, envelope: string): Verdict;
  close(): void;
}

const NAMESPACE = /xmlns:\w+="[^"]*"/g;

/** Each schema of a WSDL as a file of its own, with the WSDL's prefixes and with places for what it imports. */
function schemasOf(service: string, wsdl: string): readonly { readonly file: string; readonly text: string }[] {
  const outside = /<wsdl:definitions [^>]*>/.exec(wsdl)?.[0].match(NAMESPACE) ?? [];
  const blocks = Array.from(wsdl.matchAll(/<s:schema\b[\s\S]*?<\/s:schema>/g), (m) => m[0]);
  const named = new Map(
    blocks.map((block, at) => [/targetNamespace="([^"]*)"/.exec(block)?.[1], `${service}-${at}.xsd`]),
  );
  return blocks.map((block, at) => {
    const start = block.slice(0, block.indexOf('>'));
    const own = start.match(NAMESPACE)?.map((one) => one.split('=')[0]) ?? [];
    const prefixes = outside.filter((one) => !own.includes(one.split('=')[0]));
    const text = block
      .replace('<s:schema', `<s:schema ${prefixes.join(' ')}`)
      .replaceAll(
        /<s:import namespace="([^"]*)" \/>/g,
        (_whole, namespace: string) => `<s:import namespace="${namespace}" schemaLocation="${named.get(namespace)}" />`,
      );
    return { file: `${service}-${at}.xsd`, text };
  });
}

/** The elements below the header and the body, each a document of its own with the envelope's namespaces. */
function partsOf(envelope: string): readonly string[] {
  const names = (/<\w+:Envelope ([^>]*)>/.exec(envelope)?.[1] ?? '').match(NAMESPACE) ?? [];
  return ['Header', 'Body'].flatMap((name) => {
    const content = new RegExp(`<(\\w+):${name}>([\\s\\S]*)</\\1:${name}>`).exec(envelope)?.[2]?.trim() ?? '';
    return content === '' ? [] : [content.replace(/^<[\w:]+/, (start) => `${start} ${names.join(' ')}`)];
  });
}

/** @param services WSDL files by the last part of the service's path, without an ending */
export function openWsdls(folder: string, services: readonly string[]): WsdlJudge {
  xmlRegisterFsInputProviders();
  const work = mkdtempSync(join(tmpdir(), 'wsdl-'));
  const validators = new Map<string, XsdValidator>();
  for (const service of services) {
    const schemas = schemasOf(service, readFileSync(join(folder, `${service}.wsdl`), 'utf8'));
    for (const { file, text } of schemas) writeFileSync(join(work, file), text);
    const url = join(work, `${service}-0.xsd`);
    const document = XmlDocument.fromBuffer(readFileSync(url), { url });
    validators.set(service, XsdValidator.fromDoc(document));
    document.dispose();
  }
  function judgePart(validator: XsdValidator, part: string): Verdict {
    let document: XmlDocument;
    try {
      document = XmlDocument.fromString(part);
    } catch (error) {
      return { accepted: false, why: `not well-formed: ${String(error)}` };
    }
    try {
      validator.validate(document);
      return { accepted: true, why: 'valid' };
    } catch (error) {
      return { accepted: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
    } finally {
      document.dispose();
    }
  }
  return {
    judge(path, envelope) {
      const validator = validators.get(/(\w+)\.asmx$/.exec(path)?.[1] ?? '');
      if (!validator) throw new Error(`no WSDL is known for ${path}`);
      const parts = partsOf(envelope);
      if (parts.length === 0) return { accepted: false, why: 'no SOAP message' };
      const verdicts = parts.map((part) => judgePart(validator, part));
      return verdicts.find(({ accepted }) => !accepted) ?? { accepted: true, why: 'valid' };
    },
    close() {
      for (const validator of validators.values()) validator.dispose();
      rmSync(work, { recursive: true });
    },
  };
}
