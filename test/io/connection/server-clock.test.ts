import { describe, expect, onTestFinished, test } from "vitest";
import { createServerClock, serverTime } from "../../../shared/io/connection/server-clock.ts";
import { makeCertificates } from "../certificates.ts";
import { connectToTestServer } from "../connect.ts";
import { type Protocol, startTestServer } from "../server.ts";

const server = Date.parse("2026-11-21T12:00:00Z");
const date = "Sat, 21 Nov 2026 12:00:00 GMT";
const hour = 3_600_000;

/** A response: when it was requested and when it came, by the reader's clock, and what it says. */
type Response = readonly [sentAt: number, cameAt: number, date?: string, status?: number];

/** Milliseconds by which the reader is ahead of the server after these responses. */
function aheadAfter(...responses: readonly Response[]): number | undefined {
  let now = 0;
  const clock = createServerClock(() => now);
  for (const [sentAt, cameAt, said = date, status = 200] of responses) {
    now = sentAt;
    const answered = clock.sent();
    now = cameAt;
    answered({ status, headers: { date: said } });
  }
  return clock.ahead();
}

describe("a response gives the server's time to a second and its own duration", () => {
  const rows: readonly [sentence: string, expected: number | undefined, ...responses: Response[]][] = [
    ["no response", undefined],
    ["the same second", 0, [server + 10, server + 20]],
    ["the server's second may be nearly over", 0, [server + 990, server + 999]],
    ["a request that took a minute says nothing against the clock", 0, [server - 59_000, server + 1_000]],
    ["an hour ahead", hour, [server + hour + 400, server + hour + 600]],
    ["an hour behind", -hour, [server - hour + 400, server - hour + 600]],
    ["two minutes ahead by a request of 40 seconds", 120_000, [server + 100_500, server + 140_500]],
    [
      "a later response that agrees changes nothing",
      hour,
      [server + hour + 400, server + hour + 600],
      [server + hour + 100, server + hour + 20_000],
    ],
    ["the clock was set right meanwhile", 0, [server + hour + 400, server + hour + 600], [server + 400, server + 600]],
    ["the clock was set wrong meanwhile", -hour, [server, server + 100], [server - hour + 400, server - hour + 600]],
    ["a gateway's own response", undefined, [server + hour, server + hour, date, 502]],
    ["a proxy's own response", undefined, [server + hour, server + hour, date, 407]],
    ["a refusal of the API server", hour, [server + hour + 400, server + hour + 600, date, 403]],
    ["no time", undefined, [server, server, "yesterday"]],
    ["a time of no calendar", undefined, [server, server, "Sat, 99 Nov 2026 12:00:00 GMT"]],
    ["a time that is no HTTP date", undefined, [server, server, "+275760-09-13T00:00:00.000Z"]],
  ];
  test.for(rows)("%s", ([, expected, ...responses]) => {
    expect(aheadAfter(...responses)).toBe(expected);
  });
});

describe("a snapshot has the server's time, where the server says one", () => {
  const rows: readonly [ahead: number | undefined, expected: object][] = [
    [undefined, { takenAt: "2026-11-21T12:00:00Z" }],
    [0, { takenAt: "2026-11-21T12:00:00Z", readerClock: 0 }],
    [hour, { takenAt: "2026-11-21T11:00:00Z", readerClock: 3600 }],
    [-90_400, { takenAt: "2026-11-21T12:01:30Z", readerClock: -90 }],
  ];
  test.for(rows)("%s milliseconds ahead", ([ahead, expected]) => {
    expect(serverTime(server, ahead)).toEqual(expected);
  });
});

describe("a connection compares the clocks with each response, long ones at their begin", () => {
  const certificates = makeCertificates();
  const rows: readonly [protocol: Protocol, how: "get" | "lines", skew: number][] = [
    ["h2", "get", hour],
    ["h2", "lines", -hour],
    ["http/1.1", "get", -hour],
    ["http/1.1", "lines", hour],
    ["h2", "get", 0],
  ];
  test.for(rows)("%s, %s, skewed by %s", async ([protocol, how, skew]) => {
    let now = server + skew + 500;
    const { port, close } = await startTestServer(protocol, certificates.server, () => ({
      headers: { date },
      body: "a\n",
    }));
    onTestFinished(close);
    const connection = await connectToTestServer(`https://127.0.0.1:${port}`, { now: () => now });
    onTestFinished(() => connection.close());
    expect(connection.clockAhead?.()).toBe(undefined);
    if (how === "get") await connection.get("/version");
    else {
      // What comes later must not count as the time of the response.
      const line = (): void => {
        now += 10 * hour;
      };
      await connection.lines("/watch", { line, signal: new AbortController().signal });
    }
    expect(connection.clockAhead?.()).toBe(skew);
  });
});
