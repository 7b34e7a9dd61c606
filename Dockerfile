# docker build -t preferans .
# docker run -d --name preferans --restart unless-stopped -e BOT_TOKEN=... -v preferans:/var/lib/preferans preferans

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
ENV PATH=/opt/preferans/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HTTP_HOST=0.0.0.0 \
    DATABASE=/var/lib/preferans/preferans.db
USER preferans
WORKDIR /var/lib/preferans
# The database and what SQLite keeps beside it; a new volume takes its owner from the image.
VOLUME /var/lib/preferans
# SIGTERM is how Docker asks it to stop; every accepted action is already committed by then.
CMD ["preferans", "play"]
