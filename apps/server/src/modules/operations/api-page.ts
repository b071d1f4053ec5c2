/** /api/docs: the API's description to read and try, by Swagger UI from its package, under the same security policy. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const FILES = '/api/docs/files/';

const page = (nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>ScanShip API</title>
    <link rel="stylesheet" href="${FILES}swagger-ui.css" />
    <link rel="icon" href="${FILES}favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${FILES}swagger-ui-bundle.js"></script>
    <script nonce="${nonce}">
      SwaggerUIBundle({
        url: '/api/openapi.json',
        dom_id: '#swagger-ui',
        deepLinking: true,
        docExpansion: 'none',
        requestInterceptor: (request) => {
          const token = /(?:^|; )(?:__Host-)?XSRF-TOKEN=([^;]*)/.exec(document.cookie);
          if (token) request.headers['X-XSRF-TOKEN'] = decodeURIComponent(token[1]);
          return request;
        },
      });
    </script>
  </body>
</html>
`;

export const registerApiPage = async (app: FastifyInstance): Promise<void> => {
  const root = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root, prefix: FILES, decorateReply: false, index: false, maxAge: '1d' });
  });
  app.get('/api/docs', async (request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(request.state.nonce)),
  );
};
