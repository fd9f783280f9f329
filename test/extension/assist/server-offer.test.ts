import { describe, expect, test } from "vitest";
import { isSameServer, type StartedServer } from "../../../extension/assist/same-server.ts";
import { type OfferConditions, offerServer } from "../../../extension/assist/server-offer.ts";
import type { Place } from "../../../extension/places/place.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";
import type { Report } from "../../../shared/model/report.ts";

const machine = { env: {}, home: "/home/u", platform: "linux", architecture: "x64" };
const cluster: Place = { kind: "cluster", namespaces: [] };

/** A place that was read. */
function shownState(more: Partial<PlaceState> = {}): PlaceState {
  const report = { roots: [] } as unknown as Report;
  return {
    place: cluster,
    name: "prod-1",
    phase: "shown",
    link: { state: "live" },
    report,
    now: () => 0,
    login: "none",
    ...more,
  };
}

/** What {@link offerServer} asks for, in a trusted workspace where the user agreed to the login `abc` alone. */
function conditions(isTrusted = true): OfferConditions {
  return { isTrusted, machine, hasAgreed: (login) => login === "abc" };
}

/** A place of which the roots were not read. */
function unreadState(more: Partial<PlaceState>): PlaceState {
  const { report: _, ...rest } = shownState();
  return { ...rest, ...more };
}

describe("the server reads what the sidebar shows, and nothing else", () => {
  const rows: [rule: string, state: PlaceState, args: readonly string[], env: object][] = [
    ["the current context is named", shownState(), ["mcp", "--context", "prod-1"], {}],
    [
      "it may log in as the user agreed, and in no other way",
      shownState({ login: "abc" }),
      ["mcp", "--context", "prod-1"],
      { HCO_STATUS_AGREED_LOGIN: "abc" },
    ],
    [
      "without a login it may run none",
      shownState(),
      ["mcp", "--context", "prod-1"],
      { HCO_STATUS_AGREED_LOGIN: "none" },
    ],
    [
      "a chosen context is named",
      shownState({ place: { ...cluster, context: "a b" } }),
      ["mcp", "--context", "a b"],
      {},
    ],
    [
      "one kubeconfig is a flag, from the home folder",
      shownState({ place: { ...cluster, kubeconfig: "~/k/one" } }),
      ["mcp", "--kubeconfig", "/home/u/k/one", "--context", "prod-1"],
      {},
    ],
    [
      "several kubeconfigs are a variable",
      shownState({ place: { ...cluster, kubeconfig: "/one:~/two" } }),
      ["mcp", "--context", "prod-1"],
      { KUBECONFIG: "/one:/home/u/two" },
    ],
    [
      "a must-gather is named by its path",
      shownState({ place: { kind: "files", holds: "must-gather", path: "/must gather" }, name: "must gather" }),
      ["mcp", "--must-gather", "/must gather"],
      {},
    ],
    [
      "what only an open manifest had read counts, too",
      unreadState({ named: { roots: [] } as unknown as Report }),
      ["mcp", "--context", "prod-1"],
      {},
    ],
    [
      "a cluster that does not respond for a while stays offered",
      shownState({ link: { state: "connecting" } }),
      ["mcp", "--context", "prod-1"],
      {},
    ],
  ];
  test.for(rows)("%s", ([, state, args, env]) => {
    expect(offerServer(state, conditions())).toMatchObject({ args, env });
  });
});

describe("no server is offered", () => {
  const rows: [rule: string, state: PlaceState, isTrusted?: boolean][] = [
    ["in a workspace that is not trusted", shownState(), false],
    ["before something was read", unreadState({ phase: "connecting" })],
    ["before the user connects, where autoConnect is off", shownState({ barred: "paused", phase: "paused" })],
    ["after trust was lost", shownState({ barred: "untrusted", phase: "untrusted" })],
    ["while a login program waits for consent", shownState({ phase: "authRequired", isAsking: true })],
    ["after a login was refused, although old data is shown", shownState({ link: { state: "authRequired" } })],
    ["where the kubeconfig names another login than the user agreed to", shownState({ login: "def" })],
    ["where the kubeconfig was not read yet", shownState({ login: undefined } as object)],
    ["without a context", shownState({ name: "" })],
    ["for a dump, which the server does not take", shownState({ place: { kind: "files", holds: "dump", path: "/d" } })],
  ];
  test.for(rows)("%s", ([, state, isTrusted = true]) => {
    expect(offerServer(state, conditions(isTrusted))).toBeUndefined();
  });
});

describe("the editor starts only the server that is offered now", () => {
  const before = { label: "prod-1", command: "/p", args: ["mcp"], env: { A: "1", B: "2" }, cwd: "file:///home/u" };
  const rows: [rule: string, change: Partial<StartedServer>, isSame: boolean][] = [
    ["the offered server is started", {}, true],
    ["the offered server is started with its variables in another order", { env: { B: "2", A: "1" } }, true],
    ["another label", { label: "prod-2" }, false],
    ["another program", { command: "/q" }, false],
    ["another kubeconfig as an argument", { args: ["mcp", "--kubeconfig", "/other"] }, false],
    ["another kubeconfig or login as a variable", { env: { A: "1", B: "3" } }, false],
    ["a variable less", { env: { A: "1" } }, false],
    ["another folder, from which relative paths count", { cwd: "file:///repository" }, false],
  ];
  test.for(rows)("%s", ([, change, isSame]) => {
    expect(isSameServer(before, { ...before, ...change })).toBe(isSame);
  });

  test("a server by URL is none of them", () => {
    expect(isSameServer({ label: "prod-1" }, before)).toBe(false);
  });
});
