import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasIppeveprinter, startIppeveprinter } from '../../test/ippeveprinter.ts';
import { makeHome, startAgent, stepsOf, until } from '../../test/rig.ts';
import { startServerStandIn } from '../../test/server-stand-in.ts';
import { testPdf } from '../test-page.ts';

describe.skipIf(!hasIppeveprinter())('a real IPP printer', () => {
  it('prints 20 labels in order, byte for byte, PDF and ZPL, and refuses what it does not take', async () => {
    const printer = await startIppeveprinter();
    const server = await startServerStandIn();
    const home = makeHome(server.url, server.ways.code, [{ name: 'Table 1', uri: printer.uri }]);
    const agent = await startAgent(home);
    try {
      const documents = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? {
              format: 'zpl' as const,
              bytes: Buffer.concat([Buffer.from('^XA^FD'), randomBytes(9_000), Buffer.from('^XZ')]),
            }
          : { format: 'pdf' as const, bytes: testPdf(`page ${index}`) },
      );
      const ids = documents.map(({ format, bytes }) =>
        server.add('Table 1', bytes, { format, title: 'Étiquette n° 7' }),
      );
      const epl = server.add('Table 1', Buffer.from('N\nP1\n'), { format: 'epl' });
      await until(
        () => [...ids, epl].every((id) => ['printed', 'failed'].includes(server.jobs.get(id)?.state ?? '')),
        15_000,
      );
      expect(ids.map((id) => server.jobs.get(id)?.state)).toEqual(ids.map(() => 'printed'));
      expect(server.jobs.get(epl)?.state).toBe('failed');
      expect(printer.order()).toEqual(ids);
      for (const [index, id] of ids.entries()) expect(printer.printed(id)).toEqual([documents[index]?.bytes]);
      expect(stepsOf(server, ids[0] ?? '')).toEqual(['received', 'sending', 'sent', 'printed']);
    } finally {
      await agent.stop();
      await Promise.all([server.close(), printer.close()]);
      home.remove();
    }
  });
});
