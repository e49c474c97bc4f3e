# One image for every role and for the simulator. Only pages and the widget are built: Node runs the sources. The shape
# of the repository is kept, because Node does not strip types under node_modules.
# One of deploy/images.tsv.
ARG NODE_IMAGE=node:24.21.0-slim
FROM ${NODE_IMAGE} AS manifests

WORKDIR /opt/volley

# The manifests alone first, so that a change of a source does not install everything again.
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY contract/package.json contract/
COPY smpp/package.json smpp/
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY web/package.json web/
COPY widget/package.json widget/
COPY site/package.json site/
COPY bench/package.json bench/

FROM manifests AS console
COPY tsconfig.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY domain domain
COPY contract contract
COPY web web
COPY widget widget
COPY tools/build-console.ts tools/build-widget.ts tools/built-folder.ts tools/steps.ts tools/
RUN node tools/build-console.ts && node tools/build-widget.ts

FROM console AS docs
COPY site site
COPY docs docs
COPY README.md CHANGELOG.md SECURITY.md ./
COPY tools/build-docs.ts tools/
RUN node tools/build-docs.ts

FROM manifests
# What the pages are built from stays behind: the server needs the packages of its own workspaces only.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    --workspace server --workspace simulator --include-workspace-root=false \
  && npm cache clean --force

COPY domain domain
COPY contract contract
COPY smpp smpp
COPY server server
COPY simulator simulator
COPY --from=console /opt/volley/web/dist web/dist
COPY --from=console /opt/volley/widget/dist widget/dist
COPY --from=docs /opt/volley/site/dist site/dist
COPY LICENSE ./

# Documents of companies; a volume mounted here takes over the owner.
RUN install -d -o node -g node -m 0700 /var/lib/volley/files

ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090 FILE_FOLDER=/var/lib/volley/files
USER node
EXPOSE 8080

# Asks whether the process turns, not whether its servers are there: a restart would not bring them back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["node", "server/src/main.ts"]
CMD ["api", "pacer", "connector", "recorder", "notifier", "sweeper"]
