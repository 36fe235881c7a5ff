# patgraph alone, on nothing: docker run --rm -v "$PWD:/src:ro" patgraph check
FROM golang:1.26 AS build
WORKDIR /patgraph
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /out/ ./cmd/patgraph ./cmd/patgraph-graphviz ./cmd/patgraph-verify

FROM scratch
COPY --from=build /out/ /usr/local/bin/
ENV PATH=/usr/local/bin
USER 65534:65534
WORKDIR /src
ENTRYPOINT ["patgraph"]
