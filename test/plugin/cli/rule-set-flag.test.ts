import { expect, test } from "vitest";
import { buildApplication, readyStatus } from "../../aggregate/application/objects.ts";
import { object } from "../../aggregate/greenhouse/objects.ts";
import { temporaryFolder, writeList } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const file = (name: string, items: readonly unknown[]): string => writeList(folder, name, items);

const shop = buildApplication([], { status: readyStatus });
const team = object("Team", { Ready: "True", SCIMAccessReady: "True" });

test("a rule set that no root has is a wrong use, in one sentence", async () => {
  const { code, stdout, stderr } = await runInProcess(["-f", file("team.json", [team]), "--rules", "code"]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("--rules code is for Applications; this is Team it");
  const all = await runInProcess(["-f", file("both.json", [team, shop]), "--rules", "operator"]);
  expect(all.stderr).toMatch(
    /--rules operator is for HyperConvergeds; these are of kind (Application, Team|Team, Application)/,
  );
});

test("one that some root has is used there", async () => {
  const { stderr, stdout } = await runInProcess([
    "-f",
    file("some.json", [team, shop]),
    "--rules",
    "proposal",
    "-o",
    "json",
  ]);
  expect(stderr).not.toContain("--rules");
  const { roots } = JSON.parse(stdout) as { roots: { profile: string; ruleSet: string }[] };
  expect(roots.map(({ profile, ruleSet }) => `${profile} ${ruleSet}`).toSorted()).toEqual([
    "application proposal",
    "greenhouse controller",
  ]);
});
