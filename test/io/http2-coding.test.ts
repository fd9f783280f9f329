import { createSecureServer, type IncomingHttpHeaders } from "node:http2";
import { connect } from "node:tls";
import { describe, expect, test } from "vitest";
import { encodeFrame, FrameReader, type Http2Frame } from "../../shared/io/transport/http2/frames.ts";
import { decodeFields, encodeFields } from "../../shared/io/transport/http2/hpack.ts";
import { decodeHuffman } from "../../shared/io/transport/http2/huffman.ts";
import type { HeaderField } from "../../shared/io/transport/http2/static-table.ts";
import { openHttp2Channel } from "../../shared/io/transport/http2-channel.ts";
import { randomIntegersFrom } from "../random.ts";
import { makeCertificates } from "./certificates.ts";
import { listen } from "./listen.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

test.for([
  ["authorization", true],
  ["proxy-authorization", true],
  ["cookie", true],
  ["accept", false],
] as const)("whether a proxy may keep %s in a table of its own: never is %s (section 7.1.3)", ([name, never]) => {
  expect((encodeFields([[name, "x"]])[0] ?? 0) >> 4 === 1).toBe(never);
});

describe("a block is read as RFC 7541, appendix C, reads it", () => {
  const request: readonly HeaderField[] = [
    [":method", "GET"],
    [":scheme", "http"],
    [":path", "/"],
    [":authority", "www.example.com"],
  ];
  const response: readonly HeaderField[] = [
    [":status", "302"],
    ["cache-control", "private"],
    ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
    ["location", "https://www.example.com"],
  ];
  const rows: [section: string, block: string, fields: readonly HeaderField[]][] = [
    ["C.2.1", "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572", [["custom-key", "custom-header"]]],
    ["C.2.2", "040c 2f73 616d 706c 652f 7061 7468", [[":path", "/sample/path"]]],
    ["C.2.3", "1008 7061 7373 776f 7264 0673 6563 7265 74", [["password", "secret"]]],
    ["C.2.4", "82", [[":method", "GET"]]],
    ["C.3.1", "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", request],
    ["C.4.1", "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", request],
    [
      "C.5.1",
      "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
      response,
    ],
    [
      "C.6.1",
      "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
      response,
    ],
    ["4.2, a table of no size", "20 82", [[":method", "GET"]]],
    ["6.2.1, a name of the table in a field to be indexed", "44 01 61", [[":path", "a"]]],
    ["6.2.1, a name of its own in one", "40 01 61 01 62", [["a", "b"]]],
    ["5.2, a string of 127 bytes without a code", `00 01 61 7f00 ${"62".repeat(127)}`, [["a", "b".repeat(127)]]],
    ["5.2, a string that a code of no bytes stands for", "00 01 61 80", [["a", ""]]],
    [
      "5.1, a length that ends in a byte of 128 and one of 1",
      `00 01 61 7f8001${"62".repeat(255)}`,
      [["a", "b".repeat(255)]],
    ],
  ];
  test.for(rows)("%s", ([, block, fields]) => {
    expect(decodeFields(hex(block))).toEqual(fields);
  });
});

describe("a block is written byte for byte as sections 5 and 6 have it", () => {
  const rows: [what: string, fields: readonly HeaderField[], block: string][] = [
    ["a whole field of the static table by its index", [[":method", "GET"]], "82"],
    ["another whole field of the same name by its own", [[":method", "POST"]], "83"],
    ["a name of the table by its first index", [[":status", "201"]], "0803 323031"],
    ["a name of the table with a value of our own", [[":path", "/a"]], "0402 2f61"],
    ["a name above 14 in two bytes", [["accept", "a"]], "0f04 0161"],
    ["a secret as a field that is never indexed", [["authorization", "b"]], "1f08 0162"],
    ["a name that no table has, and its value", [["x", "y"]], "0001 7801 79"],
    ["a length of 127 in two bytes", [["x", "y".repeat(127)]], `0001 787f 00${"79".repeat(127)}`],
    ["a length of 254 in two bytes", [["x", "y".repeat(254)]], `0001 787f 7f${"79".repeat(254)}`],
    ["a length of 255 in three bytes", [["x", "y".repeat(255)]], `0001 787f 8001${"79".repeat(255)}`],
  ];
  test.for(rows)("%s", ([, fields, block]) => {
    expect(encodeFields(fields).toString("hex")).toBe(block.replaceAll(" ", ""));
  });
});

describe("a field counts its name, its value and 32 bytes, and a block may count 65,536 (RFC 9113, section 6.5.2)", () => {
  const longField = (length: number): readonly HeaderField[] => [["x", "y".repeat(length)]];
  test("as many are read", () => {
    expect(decodeFields(encodeFields(longField(65_503)))).toEqual(longField(65_503));
  });
  test("one more is refused by its own code", () => {
    expect(() => decodeFields(encodeFields(longField(65_504)))).toThrow(
      expect.objectContaining({ code: "ERR_HTTP2_ENHANCE_YOUR_CALM" }),
    );
  });
  test("a broken block is refused by another", () => {
    expect(() => decodeFields(hex("80"))).toThrow(expect.objectContaining({ code: "ERR_HTTP2_COMPRESSION_ERROR" }));
  });
});

describe("a block that breaks the rules is refused", () => {
  const rows: [what: string, block: string, message: RegExp][] = [
    ["an index 0", "80", /index 0/],
    ["an entry of a header table larger than allowed", "be", /index 62/],
    ["its name", "7f00 0161", /index 63/],
    ["a header table larger than allowed", "3f01", /table/],
    ["a change of the table behind a field", "8220", /table/],
    ["a number without end", "ff ffff ffff ffff", /too large/],
    ["a number that is cut off", "ff", /truncated/],
    ["a name that is cut off", "0005 61", /truncated/],
    ["a value that is missing", "0001 61", /truncated/],
    ["a value of which one byte is missing", "0001 6102 62", /truncated/],
    ["a number of five bytes behind the first", "ff 8080 8080 00", /too large/],
    ["padding of more than seven bits", "0001 6181 ff", /within a string/],
    ["padding of zeros", "0001 6181 18", /within a character/],
    ["an end marker within a string", "0001 6184 ffff ffff", /within a string/],
    ["one byte for a long field, many times", "90".repeat(3000), /header larger/],
  ];
  test.for(rows)("%s", ([, block, message]) => {
    expect(() => decodeFields(hex(block))).toThrow(message);
  });
});

describe("a header value that holds what no header can is never sent", () => {
  test.for(["a\r\nb", "a\nb", "a\0b", "a\x7fb", "ключ"])("%j", (value) => {
    expect(() => encodeFields([["authorization", `Bearer ${value}`]])).toThrow(
      /^cannot send the header authorization: /,
    );
    expect(() => encodeFields([["authorization", `Bearer ${value}`]])).not.toThrow(value);
  });
});

test("any number and any text survives our own coding", () => {
  const random = randomIntegersFrom(7);
  for (let repetition = 0; repetition < 200; repetition += 1) {
    const fields = Array.from({ length: random(20) }, (): HeaderField => {
      const value = Array.from({ length: random(repetition) }, () => String.fromCharCode(0x20 + random(0x5f)));
      return [random(2) === 0 ? "accept" : `x-${random(1000)}`, value.join("")];
    });
    expect(decodeFields(encodeFields(fields))).toEqual(fields);
  }
  const long: HeaderField = ["authorization", "x".repeat(40_000)];
  expect(decodeFields(encodeFields([long]))).toEqual([long]);
});

test("every byte that a header can hold comes through from node:http2 and goes to it", async () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => byte === 9 || (byte > 31 && byte !== 127),
  );
  // Mostly short codes, so that it is worth their while; and the byte alone, which mostly goes out as it is.
  const values = bytes.flatMap((byte) => [
    `e${String.fromCharCode(byte)}${"a".repeat(60)}`,
    `a${String.fromCharCode(byte)}a`,
  ]);
  const ours = Object.fromEntries(values.map((value, place) => [`x-${place}`, value]));
  const pair = makeCertificates();
  let heard: IncomingHttpHeaders = {};
  const server = createSecureServer(
    { ...pair.server, settings: { maxHeaderListSize: 2 ** 20 }, maxHeaderListPairs: 1000 },
    (request, response) => {
      heard = request.headers;
      response.writeHead(200, ours).end();
    },
  );
  const port = await listen(server);
  const socket = connect({ port, host: "127.0.0.1", ca: pair.authority, servername: "", ALPNProtocols: ["h2"] });
  const channel = openHttp2Channel(socket, "api.example");
  const answer = await channel.get({ path: "/", headers: ours, limit: 10 }, new AbortController().signal);
  expect(answer.headers).toMatchObject(ours);
  expect(heard).toMatchObject(ours);
  channel.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a string of all bytes is read by the lengths of its codes", () => {
  // From RFC 7541, appendix B: 0x00 11111111|11000, "0" 00000, 0x0a 30 bits, and ones to the full byte.
  const bits = `${"1111111111000"}${"00000"}${"1".repeat(28)}00`;
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  const bytes = Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  expect(decodeHuffman(bytes)).toBe("\x000\n");
});

describe("frames are the same in whatever pieces they come", () => {
  test.for([1, 2, 3, 4, 5, 6, 7, 8])("pieces by the seed %i", (seed) => {
    const random = randomIntegersFrom(seed);
    const sent = Array.from({ length: 200 }, (): Http2Frame => {
      const payload = Buffer.alloc(random(10) === 0 ? random(16_385) : random(30), random(256));
      return { type: random(256), flags: random(256), stream: random(2 ** 31), payload };
    });
    const stream = Buffer.concat(sent.map((one) => encodeFrame(one.type, one.stream, one.payload, one.flags)));
    const came: Http2Frame[] = [];
    const reader = new FrameReader();
    const most = [1, 2, 9, 10, 100, 5000, 20_000, 1_000_000][seed - 1] ?? 1;
    for (let at = 0; at < stream.length; ) {
      const size = 1 + random(most);
      came.push(...reader.read(stream.subarray(at, at + size)));
      at += size;
    }
    expect(came).toEqual(sent);
  });

  test("a frame above the limit is refused by its first nine bytes", () => {
    const head = encodeFrame(0, 1, Buffer.alloc(16_385)).subarray(0, 9);
    expect(() => [...new FrameReader().read(head)]).toThrow("a frame of 16385 bytes");
  });
});
