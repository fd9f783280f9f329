import { createServer as createPlain, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { gzipSync } from "node:zlib";
import { encodeFrame, FrameReader, frameFlags, frameTypes } from "../../shared/io/transport/http2/frames.ts";
import type { Certificates } from "../io/certificates.ts";
import { headers } from "../io/http2-server.ts";
import { listen } from "../io/listen.ts";

/** What a server sends to one request: `first`, and `again` for as long as the other side takes it. */
export interface Assault {
  readonly first?: Buffer;
  readonly again?: Buffer;
}

/** The address of a hostile server, and how to end it. */
export interface HostileServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A server that speaks HTTP/2 and meets each request with what `assault` returns for its stream. */
export function startHttp2Assault(
  certificates: Certificates,
  assault: (stream: number) => Assault,
): Promise<HostileServer> {
  const accept = (socket: Socket): void => {
    socket.on("error", () => {});
    let skip = 24;
    const reader = new FrameReader();
    socket.on("data", (chunk: Buffer) => {
      const rest = chunk.subarray(skip);
      skip -= chunk.length - rest.length;
      for (const frame of reader.read(rest)) {
        if (frame.type === frameTypes.headers) sendEndlessly(socket, assault(frame.stream));
        if (frame.type === frameTypes.settings && (frame.flags & frameFlags.ack) === 0)
          socket.write(encodeFrame(frameTypes.settings, 0, undefined, frameFlags.ack));
      }
    });
    socket.write(encodeFrame(frameTypes.settings, 0));
  };
  return startServer(createTls({ ...certificates.server, ALPNProtocols: ["h2"] }, accept), "https");
}

/** The same for HTTP/1.1 without TLS. `assault` gets the path with its parameters. */
export function startHttp1Assault(assault: (path: string) => Assault): Promise<HostileServer> {
  const accept = (socket: Socket): void => {
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      const [, path] = /^GET (\S+)/.exec(chunk.toString("latin1")) ?? [];
      if (path !== undefined) sendEndlessly(socket, assault(path));
    });
  };
  return startServer(createPlain(accept), "http");
}

/** Sends without end, as fast as the other side takes it. */
function sendEndlessly(socket: Socket, { first, again }: Assault): void {
  if (first !== undefined) socket.write(first);
  if (again === undefined) return;
  const more = (): void => {
    while (!socket.destroyed) {
      if (socket.write(again)) continue;
      socket.once("drain", more);
      return;
    }
  };
  more();
}

async function startServer(server: Server, scheme: string): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  const port = await listen(server);
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** `piece` so often that it fills about 64 kB: one write for each frame would take most of the time. */
function repeatTo64Kilobytes(piece: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: Math.max(1, Math.floor(65_536 / piece.length)) }, () => piece));
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const data = (stream: number, payload: Buffer, flag = 0): Buffer => encodeFrame(frameTypes.data, stream, payload, flag);

/** `body` in as many DATA frames as it takes, the last with END_STREAM. */
function wholeBody(stream: number, body: Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < body.length; at += 16_384)
    frames.push(data(stream, body.subarray(at, at + 16_384), at + 16_384 >= body.length ? frameFlags.endStream : 0));
  return Buffer.concat(frames);
}

const megabyte = "x".repeat(1_000_000);
const page = json({
  kind: "List",
  metadata: { continue: "more" },
  items: [{ metadata: { name: "x", annotations: { megabyte } } }],
});
const manySmall = json({
  kind: "List",
  metadata: { continue: "more" },
  items: Array.from({ length: 15_000 }, (_, place) => ({
    metadata: { name: `x${place}`, labels: { a: "b", c: "d" } },
  })),
});
const bomb = gzipSync(Buffer.alloc(400_000_000, "x"));

export const http2Assaults: readonly (readonly [what: string, assault: (stream: number) => Assault])[] = [
  [
    "DATA frames of padding only",
    (n) => ({
      first: headers(n),
      again: repeatTo64Kilobytes(
        encodeFrame(frameTypes.data, n, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]), frameFlags.padded),
      ),
    }),
  ],
  ["DATA frames of one byte", (n) => ({ first: headers(n), again: repeatTo64Kilobytes(data(n, Buffer.from("x"))) })],
  ["empty DATA frames", (n) => ({ first: headers(n), again: repeatTo64Kilobytes(data(n, Buffer.alloc(0))) })],
  [
    "one large frame after many of one byte",
    (n) => ({
      first: headers(n),
      again: Buffer.concat([
        ...Array.from({ length: 5000 }, () => data(n, Buffer.from("x"))),
        data(n, Buffer.alloc(16, 120)),
      ]),
    }),
  ],
  [
    "a body without end",
    (n) => ({ first: headers(n), again: repeatTo64Kilobytes(data(n, Buffer.alloc(16_384, 120))) }),
  ],
  ["interim responses", (n) => ({ again: repeatTo64Kilobytes(headers(n, [[":status", "103"]])) })],
  ["pages of one megabyte, without end", (n) => ({ first: Buffer.concat([headers(n), wholeBody(n, page)]) })],
  ["pages of many objects, without end", (n) => ({ first: Buffer.concat([headers(n), wholeBody(n, manySmall)]) })],
  [
    "a body that unpacks to a thousand times its size",
    (n) => ({
      first: Buffer.concat([
        headers(n, [
          [":status", "200"],
          ["content-encoding", "gzip"],
        ]),
        wholeBody(n, bomb),
      ]),
    }),
  ],
];

const chunk = (text: string): Buffer => Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
const chunked = Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");

export const http1Assaults: readonly (readonly [what: string, assault: () => Assault])[] = [
  ["chunks of one byte", () => ({ first: chunked, again: repeatTo64Kilobytes(chunk("x")) })],
  ["a body without end", () => ({ first: chunked, again: repeatTo64Kilobytes(chunk("x".repeat(16_384))) })],
  ["interim responses", () => ({ again: repeatTo64Kilobytes(Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n")) })],
  ["100 Continue", () => ({ again: repeatTo64Kilobytes(Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")) })],
  [
    "a header without end",
    () => ({
      first: Buffer.from("HTTP/1.1 200 OK\r\n"),
      again: repeatTo64Kilobytes(Buffer.from(`x-more: ${"x".repeat(100)}\r\n`)),
    }),
  ],
  [
    "pages of one megabyte, without end",
    () => ({ first: Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${page.length}\r\n\r\n`), page]) }),
  ],
];

/** The whole response to each request, made only for its own test. */
function respondWith(status: number, body: string): () => Assault {
  const head = `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const whole = Buffer.from(head + body);
  return () => ({ first: whole });
}

const instancesServed = JSON.stringify({
  kind: "APIGroupDiscoveryList",
  apiVersion: "apidiscovery.k8s.io/v2",
  items: [
    {
      metadata: { name: "kubevirt.io" },
      versions: [
        {
          version: "v1",
          resources: [
            {
              resource: "virtualmachineinstances",
              responseKind: { group: "kubevirt.io", version: "v1", kind: "VirtualMachineInstance" },
              scope: "Namespaced",
              shortNames: ["vmi"],
              verbs: ["get", "list", "watch"],
            },
          ],
        },
      ],
    },
  ],
});

function listOf(items: readonly string[], more = ""): string {
  return `{"kind":"List","metadata":{"resourceVersion":"1","continue":"${more}"},"items":[${items.join()}]}`;
}

const counted = <T>(count: number, each: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => each(place));

/** One object in a namespace in which HyperConverged is expected, with these fields. */
const oneWith = (fields: string): string => `{"metadata":{"name":"a","namespace":"kubevirt-hyperconverged"},${fields}}`;

/** Responses that are small for what they become when they are parsed. */
export const denseResponses: readonly (readonly [what: string, response: () => () => Assault, reason: RegExp])[] = [
  [
    "60,000 objects in every list",
    () => respondWith(200, listOf(counted(60_000, (place) => oneWith(`"a":${place}`)))),
    /^error: cannot use \S+ (?:in all namespaces )?of http:\S+: more than 100000 objects in all lists together; /,
  ],
  [
    "30 MB of objects in objects, without an end",
    () => respondWith(200, '{"a":'.repeat(6_000_000)),
    /nested more than 500 deep|too large together/,
  ],
  [
    "30 MB of objects in objects of one object",
    () => respondWith(200, listOf([oneWith(`"status":${'{"a":'.repeat(5_000_000)}1${"}".repeat(5_000_000)}`)])),
    /nested more than 500 deep|too large together/,
  ],
  [
    "10,000,000 empty items",
    () => respondWith(200, listOf([`${"{},".repeat(10_000_000)}{}`])),
    /more than 2000000 fields and items for its size|too large together/,
  ],
  [
    "10,000,000 empty objects of one object",
    () => respondWith(200, listOf([oneWith(`"status":[${"{},".repeat(10_000_000)}{}]`)])),
    /more than \d+ fields and items|too large together/,
  ],
  [
    "150,000 conditions of one object",
    () =>
      respondWith(
        200,
        listOf([
          oneWith(`"status":{"conditions":[${counted(150_000, (n) => `{"type":"C${n}","status":"True"}`).join()}]}`),
        ]),
      ),
    /an object of the response has more than 150000 fields and items/,
  ],
  [
    "1,000,000 labels of one object",
    () =>
      respondWith(
        200,
        listOf([`{"metadata":{"name":"a","labels":{${counted(1_000_000, (n) => `"l${n}":""`).join()}}}}`]),
      ),
    /an object of the response has more than 150000 fields and items/,
  ],
  [
    "36 MB of objects in objects as an error",
    () => respondWith(500, `{"kind":"Status","message":${'{"a":'.repeat(6_000_000)}1${"}".repeat(6_000_000)}}`),
    /the error response is larger than 1 MiB|too large together/,
  ],
  [
    "10,000,000 empty objects as a refusal",
    () => respondWith(403, `{"kind":"Status","message":[${"{},".repeat(10_000_000)}{}]}`),
    /the error response is larger than 1 MiB|too large together/,
  ],
];

/** A list of 5,000 Nodes of 6 kB each, 30 MB in ten pages, as a large cluster has them. */
export function healthyNodes(): (path: string) => Assault {
  const images = counted(25, (n) => `registry.example/team/image-${n}@sha256:${"0".repeat(64)}`);
  const node = (n: number): string =>
    JSON.stringify({
      metadata: { name: `node-${n}`, uid: `${n}`, annotations: { filler: "x".repeat(2_500) } },
      status: {
        conditions: [{ type: "Ready", status: "True", reason: "KubeletReady" }],
        images: images.map((name) => ({ names: [name], sizeBytes: 123_456_789 })),
      },
    });
  return listInPages(10, node);
}

const disks = counted(10, (n) => ({ name: `disk-${n}`, disk: { bus: "virtio" }, bootOrder: n + 1 }));
const volumes = counted(10, (n) => ({ name: `disk-${n}`, persistentVolumeClaim: { claimName: `vm-disk-${n}` } }));

/** A virtual machine instance of 4 kB. The one of number 9,999 is paused. */
export function virtualMachineInstance(n: number): object {
  const paused = {
    type: "Paused",
    status: "True",
    reason: "PausedIOError",
    message: "VMI was paused, low-level IO error",
  };
  const conditions = [
    { type: "Ready", status: "True" },
    { type: "LiveMigratable", status: "True" },
    ...(n === 9_999 ? [paused] : []),
  ];
  return {
    metadata: {
      name: `vm-${n}`,
      namespace: `team-${n % 50}`,
      uid: `${n}`,
      annotations: { filler: "x".repeat(2_000) },
    },
    spec: { domain: { devices: { disks }, resources: { requests: { memory: "4Gi" } } }, volumes },
    status: { phase: "Running", nodeName: `node-${n % 200}`, conditions, interfaces: [{ ipAddress: "10.0.0.1" }] },
  };
}

/** A list of 10,000 virtual machine instances, 40 MB in twenty pages. Any other request gets the discovery of their kind. */
export function manyInstances(): (path: string) => Assault {
  const pages = listInPages(20, (n) => JSON.stringify(virtualMachineInstance(n)));
  const discovery = respondWith(200, instancesServed)();
  return (path) => (path.includes("/virtualmachineinstances?") ? pages(path) : discovery);
}

/** Lists of 500 objects a page. */
function listInPages(count: number, object: (place: number) => string): (path: string) => Assault {
  const pages = Array.from({ length: count }, (_, page) =>
    respondWith(
      200,
      listOf(
        counted(500, (n) => object(page * 500 + n)),
        page < count - 1 ? `${page + 1}` : "",
      ),
    )(),
  );
  return (path) => pages[Number(/continue=(\d+)/.exec(path)?.[1] ?? 0)] ?? {};
}
