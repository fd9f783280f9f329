import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseListenAddress } from "../../../plugin/process/listen-address.ts";
import { replyTo, type ServedState, serveStateOf } from "../../../plugin/serve/reply.ts";
import { carriesToken, readReportToken } from "../../../plugin/serve/report-token.ts";
import type { Report } from "../../../shared/model/report.ts";
import { samples } from "../../render/samples.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const report = samples["a crashing container below CDI"] as Report;
const secret = "0123456789abcdef0123456789";
const token = (): string => secret;
const throwGone = (): string => {
  throw new Error("gone");
};

describe("a request gets the reply of its path, method and state", () => {
  const states: Readonly<Record<string, ServedState>> = {
    starting: {},
    live: serveStateOf(report, { state: "live" }, undefined),
    "live with token": serveStateOf(report, { state: "live" }, token),
    "silent with token": serveStateOf(report, { state: "unreachable" }, token),
    "with a lost token": serveStateOf(report, { state: "live" }, throwGone),
  };
  const rows: [state: string, request: string, authorization: string, status: number][] = [
    ["starting", "GET /healthz", "", 200],
    ["starting", "GET /readyz", "", 503],
    ["starting", "GET /metrics", "", 503],
    ["live", "GET /readyz", "", 200],
    ["live", "GET /metrics", "", 200],
    ["live", "HEAD /metrics", "", 200],
    ["live", "GET /metrics?x=y", "", 200],
    ["live", "GET /", "", 404],
    ["live", "GET /metrics/", "", 404],
    ["live", "GET /../metrics", "", 404],
    ["live", "GET //metrics", "", 404],
    ["live", "GET http://x/metrics", "", 404],
    ["live", "GET constructor", "", 404],
    ["live", "GET __proto__", "", 404],
    ["live", "POST /metrics", "", 405],
    ["live", "DELETE /healthz", "", 405],
    ["live", "PUT /", "", 404],
    ["live", "GET /report", `Bearer ${secret}`, 404],
    ["live with token", "GET /report", "", 401],
    ["live with token", "GET /report", `Bearer ${secret}x`, 401],
    ["live with token", "GET /report", `Basic ${secret}`, 401],
    ["live with token", "GET /report", "Bearer", 401],
    ["live with token", "GET /report", `bearer ${secret}`, 200],
    ["live with token", "POST /report", `Bearer ${secret}`, 405],
    ["silent with token", "GET /report", `Bearer ${secret}`, 503],
    ["silent with token", "GET /report", "", 401],
    ["silent with token", "GET /metrics", "", 200],
    ["with a lost token", "GET /report", `Bearer ${secret}`, 503],
  ];
  test.for(rows)("%s: %s %s = %i", ([state, request, authorization, status]) => {
    const [method = "", url = ""] = request.split(" ");
    const reply = replyTo({ method, url, authorization }, states[state] ?? {});
    expect(reply.status).toBe(status);
    if (status >= 400) expect(reply.body.split("\n")).toHaveLength(2);
    if (status === 405) expect(reply.headers).toEqual({ allow: "GET, HEAD" });
  });
});

test("the type is the one that the scraper asks for", () => {
  const state = serveStateOf(report, { state: "live" }, undefined);
  const typeFor = (accept: string): string => replyTo({ method: "GET", url: "/metrics", accept }, state).type;
  expect(typeFor("application/openmetrics-text;version=1.0.0,text/plain;q=0.5")).toMatch(/^application\/openmetrics/);
  expect(typeFor("*/*")).toBe("text/plain; version=0.0.4; charset=utf-8");
});

test("the text is made once for all scrapes", () => {
  const { metrics } = serveStateOf(report, { state: "live" }, undefined);
  expect(metrics?.()).toBe(metrics?.());
  expect(metrics?.()).toContain('hco_status_report_verdict{verdict="unavailable"} 1');
});

test("while the cluster does not respond, no verdict but unknown is served", () => {
  const { metrics } = serveStateOf(report, { state: "stale" }, undefined);
  expect(metrics?.()).toContain('hco_status_report_verdict{verdict="unknown"} 1');
  expect(metrics?.()).not.toMatch(/verdict="(?!unknown)\w+"\} 1\n/);
});

describe("the token file", () => {
  const folder = temporaryFolder();
  const rows: [mode: number, text: string, error: RegExp | undefined][] = [
    [0o400, `${secret}\n`, undefined],
    [0o440, secret, undefined],
    [0o600, secret, undefined],
    [0o444, secret, /has mode 0444: other users must not read it/],
    [0o660, secret, /has mode 0660/],
    [0o600, "short", /has a token of fewer than 16 characters$/],
    [0o600, "", /has a token of fewer than 16 characters$/],
    [0o600, "x".repeat(20_000), /^cannot read token file /],
  ];
  test.for(rows)("with mode %o and %j", ([mode, text, error]) => {
    const path = join(folder, "token");
    rmSync(path, { force: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    if (error === undefined) expect(readReportToken(path, true)).toBe(secret);
    else expect(() => readReportToken(path, true)).toThrow(error);
  });

  test("that is missing is one sentence, and a new token counts at once", () => {
    const path = join(folder, "rotated");
    expect(() => readReportToken(path, true)).toThrow(/^cannot read token file .*rotated: /);
    for (const each of [secret, `${secret}-2`]) {
      writeFileSync(path, each, { mode: 0o600 });
      expect(carriesToken(`Bearer ${each}`, readReportToken(path, true))).toBe(true);
    }
    expect(carriesToken(`Bearer ${secret}`, readReportToken(path, true))).toBe(false);
  });
});

describe("an address to listen on", () => {
  const rows: [text: string, address: ReturnType<typeof parseListenAddress>][] = [
    ["127.0.0.1:9870", { host: "127.0.0.1", port: 9870 }],
    ["localhost:0", { host: "localhost", port: 0 }],
    [":9870", { port: 9870 }],
    ["[::1]:9870", { host: "::1", port: 9870 }],
    ["[::]:1", { host: "::", port: 1 }],
    ["::1:9870", undefined],
    ["9870", undefined],
    ["host", undefined],
    ["host:", undefined],
    ["host:65536", undefined],
    ["host:-1", undefined],
    ["a b:1", undefined],
    ["http://x:1", undefined],
  ];
  test.for(rows)("%s", ([text, address]) => {
    expect(parseListenAddress(text)).toEqual(address);
  });
});
