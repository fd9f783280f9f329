import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { mustSkip } from "../../environment.ts";
import { releaseTool } from "./tools.ts";

const github = join(repositoryRoot, ".github");
const workflows = readdirSync(join(github, "workflows")).map((name) => join("workflows", name));
const text = (path: string): string => readFileSync(join(github, path), "utf8");

/** What the tests read of a workflow. */
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, { readonly steps?: readonly { readonly uses?: string }[] }>>;
}

const actionlint = releaseTool("actionlint");
test.skipIf(mustSkip(actionlint !== undefined))(
  "actionlint accepts the workflows (test/plugin/release/build-tools)",
  () => {
    const files = workflows.map((path) => join(github, path));
    // Without shellcheck and pyflakes, which may be on the machine or not.
    const { stdout, stderr, status } = spawnSync(actionlint ?? "", ["-shellcheck=", "-pyflakes=", ...files], {
      cwd: repositoryRoot,
      encoding: "utf8",
    });
    expect(stdout + stderr).toBe("");
    expect(status).toBe(0);
  },
);

describe.for(workflows)("%s", (path) => {
  const workflow = load(text(path)) as Workflow;

  test("grants only reading, and each job what it writes", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
  });

  test("names a version of each action", () => {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@(?:v\d+(?:\.\d+\.\d+)?|[\da-f]{40})$/.test(action))).toEqual([]);
  });
});

test("the checks are those of the build machine, and a release needs them", () => {
  expect(text("workflows/checks.yml")).toContain("run: .ci/run\n");
  expect(text("workflows/release.yml")).toContain("needs: checks\n");
});

test("the release uploads from the folders that write-release.ts writes", () => {
  for (const folder of ["dist/release", "dist/npm"])
    expect(text("workflows/release.yml")).toContain(`            ${folder}\n`);
});

describe.for(["wrong-report.yml", "bug.yml"])("the issue template %s", (name) => {
  const template = load(text(join("ISSUE_TEMPLATE", name))) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly {
      readonly type: string;
      readonly id: string;
      readonly attributes: { readonly label: string };
    }[];
  };

  test("has what GitHub requires of a form", () => {
    expect(template.name).not.toBe("");
    expect(template.description).not.toBe("");
    for (const { type, attributes } of template.body) {
      expect(["input", "textarea", "dropdown"]).toContain(type);
      expect(attributes.label).not.toBe("");
    }
    const ids = template.body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("asks for the version", () => {
    expect(template.body.map(({ id }) => id)).toContain("version");
  });
});
