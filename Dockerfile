# docker compose up -d    (see compose.yaml and docs/operating.md), or without compose:
# docker build -t preferans . && docker run -d --restart unless-stopped --env-file .env -v preferans:/var/lib/preferans preferans

FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements requirements
RUN python -m venv /opt/preferans \
    && /opt/preferans/bin/pip install --no-cache-dir --require-hashes --requirement requirements/run.lock \
    && pip install --no-cache-dir --require-hashes --requirement requirements/build.lock
COPY . .
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /dist . \
    && /opt/preferans/bin/pip install --no-cache-dir --no-deps /dist/*.whl \
    && /opt/preferans/bin/pip uninstall --yes pip

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/preferans --create-home preferans
COPY --from=build /opt/preferans /opt/preferans
# The port is the container's own: nobody outside reaches it unless it is published.
ENV PATH=/opt/preferans/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE=/var/lib/preferans/preferans.db \
    HTTP_HOST=0.0.0.0 \
    HTTP_PORT=8080 \
    LOG_FORMAT=json
USER preferans
WORKDIR /var/lib/preferans
# The database and what SQLite keeps beside it; a new volume takes its owner from the image.
VOLUME /var/lib/preferans
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["preferans", "health"]
# SIGTERM is how Docker asks it to stop; every accepted action is already committed by then.
CMD ["preferans", "play"]
