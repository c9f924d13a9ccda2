# The web app is built, and what only building needs stays behind.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run -s release -- /release \
 && mkdir /app \
 && tar -xzf /release/lectern-*.tar.gz -C /app --strip-components=1
WORKDIR /app
# The image brings the Node and the ffmpeg that the packages would.
RUN npm ci --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/.bin/node node_modules/@ffmpeg-binary

FROM node:26.10.0-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 1001 -g 1001 -m 700 /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Writes to DATA_DIR and /tmp only: the root may be read-only.
USER 1001:1001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]
