# The server in a small image: docker build -t cinquina . && docker run -p 127.0.0.1:8765:8765 -v cinquina:/data cinquina
# tests/package/test_image.py does every step of it in an empty folder.
FROM python:3.13-slim AS build
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy
WORKDIR /build
RUN pip install --no-cache-dir uv
COPY requirements-server.lock ./
RUN uv venv --python python3 /opt/cinquina
RUN uv pip install --no-cache --python /opt/cinquina --require-hashes -r requirements-server.lock
COPY pyproject.toml README.md LICENSE ./
COPY docs/rules docs/rules
COPY src src
RUN uv pip install --no-cache --python /opt/cinquina --no-deps .
RUN mkdir /data

FROM python:3.13-slim
COPY --from=build /opt/cinquina /opt/cinquina
COPY --from=build --chown=10001:10001 /data /data
ENV PATH=/opt/cinquina/bin:$PATH CINQUINA_HOME=/data CINQUINA_CACHE=/data/cache/compiled
USER 10001:10001
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
CMD ["cinquina", "serve", "--host", "0.0.0.0", "--port", "8765"]
