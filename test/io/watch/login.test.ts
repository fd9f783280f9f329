import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCredentials } from "../../../shared/io/auth/credentials.ts";
import { environmentWith } from "../../environment.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { buildContext, inline } from "../chosen.ts";
import { readAndClearRuns, writePlugin } from "../exec-recorder.ts";
import { buildObject, gadgets, healthySetting, type Rig, type Setting, startRig, widgets } from "./rig.ts";
import { type ApiServer, certificates } from "./scripted-server.ts";

const folder = temporaryFolder();
const plugin = writePlugin(join(folder, "plugin"));
const widget = widgets.plural;
const gadget = gadgets.plural;
let count = 0;

/** A plugin whose behaviour the test can change while it is in use. */
interface Plugin {
  readonly setting: Setting;
  /** How it behaves from now on; what is not given is as it should be. */
  behaves(how: {
    readonly token?: string;
    readonly CODE?: string;
    readonly ANSWER?: string;
    /** Milliseconds; it may not take as long then. */
    readonly WAIT?: string;
    /** The program waits until the test releases it. */
    readonly isHeld?: boolean;
  }): void;
  /** Releases the program. */
  release(): void;
  runs(): number;
}

function withPlugin(): Plugin {
  count += 1;
  const file = (name: string): string => join(folder, `${name}-${count}`);
  const record = file("record");
  const how = file("how");
  const held = file("held");
  /** Milliseconds that it may take; 0: as long as it takes. */
  let limit = 0;
  const script = `. ${how}; export RECORD ANSWER CODE WAIT; exec ${plugin}`;
  const behaves: Plugin["behaves"] = ({
    token = "good",
    CODE = "0",
    WAIT = "0",
    ANSWER = credential(token),
    isHeld,
  }) => {
    limit = WAIT === "0" ? 0 : 300;
    if (isHeld) writeFileSync(held, "");
    const waits = `while test -e ${held}; do sleep 0.05; done`;
    writeFileSync(how, `RECORD='${record}' CODE=${CODE} WAIT=${WAIT} ANSWER='${ANSWER}'\n${waits}\n`);
  };
  behaves({});
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "/bin/sh",
    args: ["-c", script],
    interactiveMode: "Never",
  };
  const surroundings = {
    now: Date.now,
    env: environmentWith({}),
    home: "/",
    cwd: folder,
    platform: "linux" as const,
    isInteractive: false,
    printMessage: () => {},
    get requestTimeout() {
      return limit;
    },
  };
  const setting: Setting = {
    prepare(server) {
      healthySetting.prepare?.(server, undefined as never);
      server.manner.tokens = new Set(["good"]);
    },
    credentialsFor: (server: ApiServer) =>
      openCredentials(
        buildContext(server.address(), { certificateAuthority: inline(certificates.authority) }, { exec }),
        surroundings,
      ),
  };
  return { setting, behaves, release: () => rmSync(held), runs: () => readAndClearRuns(record).length };
}

function credential(token: string): string {
  const kind = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential" };
  return JSON.stringify({ ...kind, status: { token } });
}

/** The server takes only `token` from now on, and ends what it serves. */
function expireToken({ server }: Rig, token: string): void {
  server.manner.tokens = new Set([token]);
  server.store.put(widgets, buildObject("b", "False", "one"));
  server.end();
}

test("a token that is refused is renewed once for all, without a visible change", async () => {
  const { setting, behaves, runs } = withPlugin();
  const rig = await startRig(setting);
  expect(runs()).toBe(1);
  behaves({ token: "second" });
  const firstRequest = rig.server.asked.length;
  expireToken(rig, "second");
  await rig.pass(1_000);
  expect(rig.server.open()).toBe(2);
  expect(runs()).toBe(1);
  expect(rig.states()).toEqual(["connecting", "live"]);
  // Once with the old token, once with the new one.
  expect([
    rig.countWatches(widget, firstRequest),
    rig.countWatches(gadget, firstRequest),
    rig.countLists(widget, firstRequest),
  ]).toEqual([2, 2, 0]);
});

test("a token that cannot be renewed is retried ever less often, and what is shown stays", async () => {
  const rig = await startRig({
    prepare(server) {
      healthySetting.prepare?.(server, undefined as never);
    },
  });
  const firstRequest = rig.server.asked.length;
  expireToken(rig, "another");
  await rig.pass(1_800_000);
  expect(rig.followed.current().report?.roots.length).toBe(4);
  expect(rig.followed.current().link).toMatchObject({ state: "authRequired", cause: expect.stringContaining("401") });
  // Ten minutes of waiting are five minutes each.
  expect(rig.countWatches(widget, firstRequest) + rig.countWatches(gadget, firstRequest)).toBeLessThan(40);
  rig.server.manner.tokens = undefined as never;
  await rig.pass(301_000);
  expect(rig.states()).toEqual(["connecting", "live", "authRequired", "live"]);
  await rig.expectCurrentObjects();
});

test.for([
  { title: "fails", how: { CODE: "1", ANSWER: "" } },
  { title: "prints garbage", how: { ANSWER: "<html>log in</html>" } },
  { title: "prints nothing", how: { ANSWER: "" } },
  { title: "does not come back", how: { WAIT: "60000" } },
])("a plugin that $title when it is asked again is run ever less often, until it works", async (row) => {
  const { setting, behaves, runs } = withPlugin();
  const rig = await startRig(setting);
  runs();
  behaves(row.how);
  expireToken(rig, "second");
  await rig.pass(60_000);
  expect(rig.followed.current().link.state).toBe("authRequired");
  expect(rig.followed.current().report?.roots.length).toBe(4);
  // Six runs in a minute where each pause is half as long as it may be.
  expect(runs()).toBeLessThanOrEqual(14);
  behaves({ token: "second" });
  await rig.pass(301_000);
  expect(rig.states()).toEqual(["connecting", "live", "authRequired", "live"]);
  rig.server.manner.tokens = undefined as never;
  await rig.expectCurrentObjects();
});

test("while a plugin waits for the user the report says that a login is needed", async () => {
  const { setting, behaves, release, runs } = withPlugin();
  const rig = await startRig(setting);
  runs();
  behaves({ token: "second", isHeld: true });
  expireToken(rig, "second");
  await expect.poll(() => rig.connection.isWaitingForCredentials?.()).toBe(true);
  const until = rig.clock.elapsed() + 400_000;
  while (rig.clock.next(until)) await new Promise((resolve) => setImmediate(resolve));
  expect(rig.states()).toEqual(["connecting", "live", "authRequired"]);
  release();
  await rig.pass(500);
  expect(rig.server.open()).toBe(2);
  expect(rig.states()).toEqual(["connecting", "live", "authRequired", "live"]);
  expect(runs()).toBe(1);
});
