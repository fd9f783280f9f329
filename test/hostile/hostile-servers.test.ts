import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodeFrame, frameFlags, frameTypes } from "../../shared/io/transport/http2/frames.ts";
import { makeCertificates } from "../io/certificates.ts";
import { data, headers } from "../io/http2-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Assault, response, startHttp1Assault, startHttp2Assault } from "./hostile-servers.ts";
import { listOf, repeat, respondWithInstances, respondWithNodes } from "./large-lists.ts";
import { maxMegabytes, runAgainst, runtimes, type WatchedRun } from "./watched-run.ts";

/** A run that reads many pages: a busy machine reads the next ones before it collects the garbage of the last ones. */
const maxMegabytesOfPages = maxMegabytes + 60;
/** A run that reads a response of 30 MB, which it holds as bytes and as characters. */
const maxMegabytesOfLargeResponse = maxMegabytes + 100;

const certificates = makeCertificates();
const authority = join(temporaryFolder(), "ca.crt");
writeFileSync(authority, certificates.authority);

const beginnings = [
  "error: cannot connect to ",
  "error: cannot use ",
  "Cannot list ",
  "Also forbidden: ",
  "Next: ",
  "No permission to list ",
  "The server reports: ",
  "Request the permissions ",
];

/** The run printed no report, but sentences why. Each reason is in one sentence, however many lists failed for it. */
function expectSentencesOnly({ status, stdout, stderr }: WatchedRun): void {
  expect(status).toBe(1);
  expect(stdout).toBe("");
  const sentences = stderr.trimEnd().split("\n");
  expect(sentences.filter((sentence) => !beginnings.some((words) => sentence.startsWith(words)))).toEqual([]);
  // For example: Cannot list Pods and Nodes (the response is larger than 48 MiB)
  const reasons = sentences.map((sentence) => /\((.*)\)/.exec(sentence)?.[1] ?? sentence);
  expect(reasons).toEqual([...new Set(reasons)]);
}

/** A piece so often that it fills 64 kB. One write for each would take most of the time. */
function fill64Kilobytes(piece: Buffer): Buffer {
  return Buffer.concat(repeat(Math.max(1, Math.floor(65_536 / piece.length)), () => piece));
}

const pageOfOneMegabyte = JSON.stringify({
  kind: "List",
  metadata: { continue: "more" },
  items: [{ metadata: { name: "large", annotations: { large: "x".repeat(1_000_000) } } }],
});
const pageOf15000Objects = JSON.stringify({
  kind: "List",
  metadata: { continue: "more" },
  items: repeat(15_000, (number) => ({ metadata: { name: `small-${number}`, labels: { a: "b", c: "d" } } })),
});

describe("a server that sends without end over HTTP/2", () => {
  const oneByte = Buffer.from("x");
  const largestFrame = Buffer.alloc(16_384, "x");
  const onlyPadding = Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]);
  const megabytesThatUnpackTo400 = gzipSync(Buffer.alloc(400_000_000, "x"));

  /** DATA frames that do not end their stream. */
  const openData = (stream: number, content: Buffer): Buffer => data(stream, content, 0);

  /** A body in as many DATA frames as it takes. */
  function wholeBody(stream: number, body: Buffer): Buffer {
    const frames = repeat(Math.ceil(body.length / 16_384), (number) =>
      openData(stream, body.subarray(number * 16_384, (number + 1) * 16_384)),
    );
    return Buffer.concat([...frames, data(stream)]);
  }

  const cases: readonly { readonly title: string; readonly assault: (stream: number) => Assault }[] = [
    {
      title: "DATA frames of padding only",
      assault: (stream) => ({
        first: headers(stream),
        again: fill64Kilobytes(encodeFrame(frameTypes.data, stream, onlyPadding, frameFlags.padded)),
      }),
    },
    {
      title: "DATA frames of one byte",
      assault: (stream) => ({ first: headers(stream), again: fill64Kilobytes(openData(stream, oneByte)) }),
    },
    {
      title: "empty DATA frames",
      assault: (stream) => ({ first: headers(stream), again: fill64Kilobytes(openData(stream, Buffer.alloc(0))) }),
    },
    {
      title: "one DATA frame of 16 bytes after 5,000 of one byte",
      assault: (stream) => ({
        first: headers(stream),
        again: Buffer.concat([
          ...repeat(5_000, () => openData(stream, oneByte)),
          openData(stream, Buffer.alloc(16, "x")),
        ]),
      }),
    },
    {
      title: "a body without end",
      assault: (stream) => ({ first: headers(stream), again: fill64Kilobytes(openData(stream, largestFrame)) }),
    },
    {
      title: "interim responses",
      assault: (stream) => ({ again: fill64Kilobytes(headers(stream, [[":status", "103"]])) }),
    },
    {
      title: "pages of one megabyte, each followed by another",
      assault: (stream) => ({
        first: Buffer.concat([headers(stream), wholeBody(stream, Buffer.from(pageOfOneMegabyte))]),
      }),
    },
    {
      title: "pages of 15,000 objects, each followed by another",
      assault: (stream) => ({
        first: Buffer.concat([headers(stream), wholeBody(stream, Buffer.from(pageOf15000Objects))]),
      }),
    },
    {
      title: "a body that unpacks to a thousand times its size",
      assault: (stream) => ({
        first: Buffer.concat([
          headers(stream, [
            [":status", "200"],
            ["content-encoding", "gzip"],
          ]),
          wholeBody(stream, megabytesThatUnpackTo400),
        ]),
      }),
    },
  ];

  describe.for(runtimes)("cannot fill the memory of %s by", (runtime) => {
    test.for(cases)("$title", async ({ assault }) => {
      const server = await startHttp2Assault(certificates, assault);
      const run = await runAgainst(server, runtime, "--certificate-authority", authority);
      expectSentencesOnly(run);
      expect(run.megabytes).toBeLessThan(maxMegabytesOfPages);
    });
  });

  // Bun has other sockets where it verifies nothing.
  describe("cannot fill the memory of bun, which does not verify it, by", () => {
    test.for(cases)("$title", async ({ assault }) => {
      const server = await startHttp2Assault(certificates, assault);
      const run = await runAgainst(server, "bun", "--insecure-skip-tls-verify");
      expectSentencesOnly(run);
      expect(run.megabytes).toBeLessThan(maxMegabytesOfPages);
    });
  });
});

describe("a server that sends without end over HTTP/1.1", () => {
  const chunk = (text: string): Buffer => Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
  const chunkedHead = Buffer.from(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
  );

  const cases: readonly { readonly title: string; readonly assault: Assault }[] = [
    { title: "chunks of one byte", assault: { first: chunkedHead, again: fill64Kilobytes(chunk("x")) } },
    { title: "a body without end", assault: { first: chunkedHead, again: fill64Kilobytes(chunk("x".repeat(16_384))) } },
    {
      title: "interim responses",
      assault: { again: fill64Kilobytes(Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n")) },
    },
    {
      title: "100 Continue",
      assault: { again: fill64Kilobytes(Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")) },
    },
    {
      title: "a header without end",
      assault: {
        first: Buffer.from("HTTP/1.1 200 OK\r\n"),
        again: fill64Kilobytes(Buffer.from(`x-more: ${"x".repeat(100)}\r\n`)),
      },
    },
    { title: "pages of one megabyte, each followed by another", assault: response(200, pageOfOneMegabyte) },
  ];

  describe.for(runtimes)("cannot fill the memory of %s by", (runtime) => {
    test.for(cases)("$title", async ({ assault }) => {
      const run = await runAgainst(await startHttp1Assault(() => assault), runtime);
      expectSentencesOnly(run);
      expect(run.megabytes).toBeLessThan(maxMegabytesOfPages);
    });
  });
});

describe("a response of 30 MB that is larger when it is parsed", () => {
  /** An object in a namespace in which a HyperConverged is expected. `fields` is JSON text. */
  const objectWith = (fields: string): string =>
    `{"metadata":{"name":"example","namespace":"kubevirt-hyperconverged"},${fields}}`;

  // The responses are functions, so that there is only one of them in memory.
  const cases: readonly { title: string; buildResponse: () => Assault; reason: RegExp }[] = [
    {
      title: "60,000 objects in every list",
      buildResponse: () => response(200, listOf(repeat(60_000, (number) => objectWith(`"a":${number}`)))),
      reason:
        /^error: cannot use \S+ (?:in all namespaces )?of http:\S+: more than 100000 objects in all lists together; /,
    },
    {
      title: "objects in objects without an end",
      buildResponse: () => response(200, '{"a":'.repeat(6_000_000)),
      reason: /nested more than 500 deep|too large together/,
    },
    {
      title: "objects in objects of one object",
      buildResponse: () =>
        response(200, listOf([objectWith(`"status":${'{"a":'.repeat(5_000_000)}1${"}".repeat(5_000_000)}`)])),
      reason: /nested more than 500 deep|too large together/,
    },
    {
      title: "10,000,000 empty items",
      buildResponse: () => response(200, listOf([`${"{},".repeat(10_000_000)}{}`])),
      reason: /more than 2000000 fields and items for its size|too large together/,
    },
    {
      title: "10,000,000 empty objects of one object",
      buildResponse: () => response(200, listOf([objectWith(`"status":[${"{},".repeat(10_000_000)}{}]`)])),
      reason: /more than \d+ fields and items|too large together/,
    },
    {
      title: "150,000 conditions of one object",
      buildResponse: () => {
        const conditions = repeat(150_000, (number) => `{"type":"C${number}","status":"True"}`);
        return response(200, listOf([objectWith(`"status":{"conditions":[${conditions.join()}]}`)]));
      },
      reason: /an object of the response has more than 150000 fields and items/,
    },
    {
      title: "1,000,000 labels of one object",
      buildResponse: () => {
        const labels = repeat(1_000_000, (number) => `"label-${number}":""`);
        return response(200, listOf([`{"metadata":{"name":"example","labels":{${labels.join()}}}}`]));
      },
      reason: /an object of the response has more than 150000 fields and items/,
    },
    {
      title: "objects in objects of an error",
      buildResponse: () =>
        response(500, `{"kind":"Status","message":${'{"a":'.repeat(6_000_000)}1${"}".repeat(6_000_000)}}`),
      reason: /the error response is larger than 1 MiB|too large together/,
    },
    {
      title: "10,000,000 empty objects of a refusal",
      buildResponse: () => response(403, `{"kind":"Status","message":[${"{},".repeat(10_000_000)}{}]}`),
      reason: /the error response is larger than 1 MiB|too large together/,
    },
  ];

  describe.for(runtimes)("cannot fill the memory of %s by", (runtime) => {
    test.for(cases)("$title", async ({ buildResponse, reason }) => {
      const wholeResponse = buildResponse();
      const run = await runAgainst(await startHttp1Assault(() => wholeResponse), runtime);
      expectSentencesOnly(run);
      expect(run.stderr).toMatch(reason);
      expect(run.megabytes).toBeLessThan(maxMegabytesOfLargeResponse);
    });
  });
});

describe.for(runtimes)("a large cluster is reported by %s", (runtime) => {
  test("with 5,000 Nodes of 30 MB", async () => {
    const run = await runAgainst(await startHttp1Assault(respondWithNodes()), runtime, "nodes");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(/^✓ 5000 objects healthy: /);
    expect(run.megabytes).toBeLessThan(maxMegabytesOfLargeResponse);
  });

  test("with 10,000 virtual machine instances of 40 MB, of which one is paused", async () => {
    const run = await runAgainst(await startHttp1Assault(respondWithInstances()), runtime, "vmi", "-A");
    expect(run.stderr).toBe("");
    expect(run.stdout).toContain("PausedIOError: VMI was paused, low-level IO error");
    expect(run.stdout).toContain("✓ 9999 of 10000 healthy: ");
    expect(run.megabytes).toBeLessThan(maxMegabytesOfPages);
  });
});
