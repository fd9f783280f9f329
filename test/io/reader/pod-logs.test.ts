import { expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import type { ServerResponse } from "../../../shared/io/connection/server-response.ts";
import { createLogReader } from "../../../shared/io/reader/pod-logs.ts";

const request = { namespace: "shop", pod: "web-1", container: "main", isPrevious: false };

/** A connection whose requests all end like this: with a status and a text, or with an error. */
function connectionWith(end: { readonly status: number; readonly body: string } | Error): ServerConnection {
  const get = async (): Promise<ServerResponse> => {
    if (end instanceof Error) throw end;
    return { ...end, conceal: (text: string) => text } as ServerResponse;
  };
  return { get } as unknown as ServerConnection;
}

const text = [{ request, text: "panic: boom\n", isCut: false }];

test.each<[rule: string, end: { status: number; body: string } | Error, read: object]>([
  ["a text is read", { status: 200, body: "panic: boom\n" }, { texts: text, isForbidden: false, late: [], failed: [] }],
  ["a refused log is forbidden", { status: 403, body: "" }, { texts: [], isForbidden: true, late: [], failed: [] }],
  ["a run without a log has none", { status: 400, body: "" }, { texts: [], isForbidden: false, late: [], failed: [] }],
  [
    "a busy server may answer later",
    { status: 429, body: "" },
    { texts: [], isForbidden: false, late: [], failed: [request] },
  ],
  [
    "a kubelet that was not reached may be reached later",
    { status: 500, body: "" },
    { texts: [], isForbidden: false, late: [], failed: [request] },
  ],
  [
    "a request whose connection broke may be sent again",
    new Error("closed"),
    { texts: [], isForbidden: false, late: [], failed: [request] },
  ],
])("%s", async (_, end, read) => {
  expect(await createLogReader(connectionWith(end)).read([request])).toEqual(read);
});

test("a server that never responds is waited for as long as the caller says", async () => {
  const get = (_path: string, { signal }: { readonly signal: AbortSignal }): Promise<ServerResponse> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const reader = createLogReader({ get } as unknown as ServerConnection, { patienceMs: 1 });
  expect(await reader.read([request])).toEqual({ texts: [], isForbidden: false, late: [request], failed: [] });
});
