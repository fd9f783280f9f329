import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { errorLine, loadPlaceKubeconfig, readContextChoice } from "../../../extension/places/choose-context.ts";
import type { HostMachine } from "../../../extension/platform/node-host.ts";
import { InputError } from "../../../shared/io/errors/errors.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hco-status-choosing-"));
  mkdirSync(join(home, ".kube"));
});
afterEach(() => rmSync(home, { recursive: true }));

function hostMachine(KUBECONFIG?: string): HostMachine {
  return { env: { KUBECONFIG }, home, platform: "linux", architecture: "x64" };
}

/** A kubeconfig with these contexts, in a file of this name at home. */
function write(name: string, contexts: readonly string[], current?: string): void {
  const entries = (inner: string, value: (name: string) => object): object[] =>
    contexts.map((each) => ({ name: each, [inner]: value(each) }));
  const config = {
    apiVersion: "v1",
    kind: "Config",
    ...(current !== undefined && { "current-context": current }),
    clusters: entries("cluster", (each) => ({ server: `https://${each}` })),
    users: entries("user", () => ({ token: "t" })),
    contexts: entries("context", (each) => ({ cluster: each, user: each, namespace: `of-${each}` })),
  };
  writeFileSync(join(home, name), JSON.stringify(config));
}

const found: readonly {
  readonly rule: string;
  readonly kubeconfig?: string;
  readonly KUBECONFIG?: string;
  readonly context?: string;
  readonly name: string;
  readonly current?: string;
}[] = [
  { rule: "without a word it is the current one of ~/.kube/config", name: "home", current: "home" },
  { rule: "a named context is taken whatever is current", context: "other", name: "other", current: "home" },
  { rule: "KUBECONFIG comes before ~/.kube/config", KUBECONFIG: "a", name: "a", current: "a" },
  { rule: "the place's kubeconfig comes before KUBECONFIG", KUBECONFIG: "a", kubeconfig: "b", name: "b", current: "b" },
  { rule: "of a list the first current-context counts", kubeconfig: "a:b", name: "a", current: "a" },
  { rule: "of a list every file's contexts can be named", kubeconfig: "a:b", context: "b", name: "b", current: "a" },
  { rule: "~ is home, in each part of a list", kubeconfig: "~/gone:~/b", name: "b", current: "b" },
  { rule: "~ alone in a name is part of the name", kubeconfig: "b~", name: "tilde", current: "tilde" },
  { rule: "a context can be named where none is current", kubeconfig: "loose", context: "loose", name: "loose" },
];
test.for(found)("$rule", async ({ kubeconfig, KUBECONFIG, context, name, current }) => {
  write(".kube/config", ["home", "other"], "home");
  write("a", ["a"], "a");
  write("b", ["b"], "b");
  write("b~", ["tilde"], "tilde");
  write("loose", ["loose"]);
  const place = { ...(kubeconfig !== undefined && { kubeconfig }), ...(context !== undefined && { context }) };
  const choice = await readContextChoice(place, hostMachine(KUBECONFIG));
  expect(choice).toMatchObject({
    chosen: { contextName: name, server: `https://${name}`, namespace: `of-${name}` },
    ...(current !== undefined && { current }),
  });
  expect("current" in choice).toBe(current !== undefined);
});

const none: readonly {
  readonly rule: string;
  readonly text?: string;
  readonly context?: string;
  readonly phase: string;
  readonly isBroken?: true;
  readonly says: RegExp;
}[] = [
  { rule: "no kubeconfig at all is no fault of a context", phase: "noKubeconfig", says: /./ },
  { rule: "one without contexts is none", text: "{}", phase: "noKubeconfig", says: /./ },
  { rule: "an empty one is none", text: "", phase: "noKubeconfig", says: /./ },
  { rule: "a named context that no file has cannot be used", context: "gone", phase: "unusable", says: /gone/ },
  {
    rule: "a current-context that no file has is no context",
    text: '{"current-context":"gone","contexts":[{"name":"a","context":{"cluster":"a"}}]}',
    phase: "noContext",
    says: /gone/,
  },
  {
    rule: "contexts of which none is current are no context",
    text: '{"contexts":[{"name":"a","context":{"cluster":"a"}}]}',
    phase: "noContext",
    says: /context/,
  },
  {
    rule: "a context whose cluster is missing is unusable",
    text: '{"current-context":"a","contexts":[{"name":"a","context":{"cluster":"a"}}]}',
    phase: "unusable",
    says: /cluster/,
  },
  {
    rule: "a named context whose cluster is missing is unusable",
    text: '{"contexts":[{"name":"a","context":{"cluster":"a"}}]}',
    context: "a",
    phase: "unusable",
    says: /cluster/,
  },
  {
    rule: "half a file is broken, which says nothing of its context",
    text: '{"current-context": "a',
    phase: "unusable",
    isBroken: true,
    says: /config/,
  },
  { rule: "what is no kubeconfig is broken", text: "[1, 2]", phase: "unusable", isBroken: true, says: /config/ },
];
test.for(none)("$rule", async ({ text, context, phase, isBroken, says }) => {
  if (text !== undefined) writeFileSync(join(home, ".kube/config"), text);
  const choice = await readContextChoice(context === undefined ? {} : { context }, hostMachine());
  expect(choice).toMatchObject({ phase, problem: expect.stringMatching(says) });
  expect("isBroken" in choice).toBe(isBroken === true);
  if ("problem" in choice) expect(choice.problem).not.toMatch(/\n/);
});

test("a folder in place of a kubeconfig is broken", async () => {
  expect(await readContextChoice({ kubeconfig: "~/.kube" }, hostMachine())).toMatchObject({
    phase: "unusable",
    isBroken: true,
  });
});

test("a relative path counts from home, whatever folder the editor was started in", async () => {
  write("mine", ["a"], "a");
  expect((await loadPlaceKubeconfig({ kubeconfig: "mine" }, hostMachine())).currentContext).toBe("a");
});

test.for([
  { error: new InputError("cannot read \u001b[31mx\u202e"), says: "cannot read" },
  { error: new Error("two\nlines"), says: "two" },
  { error: "thrown text", says: "thrown text" },
])("what went wrong is one line in which nothing acts: $says", ({ error, says }) => {
  expect(errorLine(error)).toContain(says);
  expect(errorLine(error)).not.toMatch(/[\u0000-\u001f\u202e]/);
});
