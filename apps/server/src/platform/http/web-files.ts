/** The built web application: hashed files for ever, index.html never cached and with a fresh nonce in each answer. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './request-state.ts';

/** Stands in the built index.html wherever a nonce belongs (apps/web/vite.config.ts). */
const NONCE_MARK = '__CSP_NONCE__';
const NOT_BUILT =
  '<!doctype html><title>Not built</title><p>The web application has not been built yet. Run: npm run build</p>';

export interface WebFiles {
  /** Answers index.html for a path of the application. */
  sendIndex(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Whether a missing path is a page of the application rather than a missing file. */
  isPage(request: FastifyRequest): boolean;
}

export const registerWebFiles = async (app: FastifyInstance, root: string): Promise<WebFiles> => {
  let cached: { readonly text: string; readonly changed: number } | undefined;
  const index = async (): Promise<string | undefined> => {
    const path = join(root, 'index.html');
    try {
      const { mtimeMs } = await stat(path);
      if (cached?.changed !== mtimeMs) cached = { text: await readFile(path, 'utf8'), changed: mtimeMs };
      return cached.text;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const sendIndex: WebFiles['sendIndex'] = async (request, reply) => {
    const text = await index();
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (text === undefined) return reply.code(503).send(NOT_BUILT);
    return reply.send(text.replaceAll(NONCE_MARK, request.state.nonce));
  };
  await app.register(fastifyStatic, {
    root,
    index: false,
    // A file that is not there goes on to the not-found handler, which knows the application's pages.
    wildcard: true,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(root, 'assets'));
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.get('/', sendIndex);
  app.get('/index.html', sendIndex);
  return {
    sendIndex,
    isPage: (request) => request.method === 'GET' && !/\.[A-Za-z0-9]{1,8}$/.test(pathOf(request)),
  };
};
