import { afterAll, describe, expect, test } from "vitest";
import { ownCluster } from "../cluster/describe-cluster.ts";
import { scenarios } from "../cluster/scenarios.ts";
import { isBuildMachine } from "../environment.ts";
import { desktopEditor, type HostRun, runHost, wrapper } from "./host-run.ts";
import { inertExtension } from "./inert-extension.ts";
import { installedEditor } from "./installed.ts";

const cluster = ownCluster();
const inert = inertExtension();
const translated = inertExtension("de");
afterAll(() => {
  inert.remove();
  translated.remove();
});

/** A run, and what it needs beside a VS Code. */
interface Planned extends HostRun {
  readonly lacks?: string;
}

/** Every suite that runs in the extension host; `alone` and `translated` activate the extension themselves. */
const runs: readonly Planned[] = [
  { suite: "trusted" },
  { suite: "restricted", restricted: true },
  { suite: "translated", extension: translated.folder, locale: "de" },
  {
    ...{ suite: "alone", extension: inert.folder },
    ...(cluster === undefined
      ? { lacks: "an API server: npm run apiserver" }
      : { env: { KUBECONFIG: cluster.kubeconfig, HCO_STATUS_AUDIT: cluster.audit } }),
  },
];

const ours = installedEditor() !== undefined || isBuildMachine;
const executable = ours ? wrapper : await desktopEditor().catch(String);

if (cluster !== undefined) await scenarios.twoCulprits(cluster, new Date());
for (const run of runs) {
  if (executable.startsWith("Error")) skip(run, `no VS Code can be had here: ${executable}`);
  else if ((run.restricted || run.locale !== undefined) && !ours)
    skip(run, "on a desktop `runTests` always trusts, and speaks English");
  else if (run.lacks !== undefined) skip(run, `needs ${run.lacks}`);
  else await show(run);
}

function skip({ suite }: HostRun, why: string): void {
  describe(suite, () => test.skip(why));
}

/** Runs the suite now, while vitest collects, because each of its tests is to be one of vitest's. */
async function show(run: HostRun): Promise<void> {
  const { tests, objection, output } = await runHost(executable, run);
  describe(`in the extension host, ${run.suite}`, () => {
    for (const { title, state, error } of tests) {
      test.skipIf(state === "pending")(title.join(" > "), () => {
        if (state === "failed") throw new Error(error);
      });
    }
    test("the suite ran to its end, and all of it passed", () => {
      expect(objection, output).toBeUndefined();
    });
  });
}
