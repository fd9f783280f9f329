import { load as parseYaml } from "js-yaml";
import { describe, expect, test } from "vitest";
import { withoutCommands } from "../../../plugin/status/github-step.ts";
import { type RunResult, runInProcess } from "../run-in-process.ts";

const sample = ["--must-gather", "media/sample"];

function runInStep(args: readonly string[], stdin = ""): Promise<RunResult> {
  return runInProcess(args, stdin, { LANG: "C.UTF-8", GITHUB_ACTIONS: "true" });
}

describe("in a step of GitHub Actions", () => {
  test.for(["text", "wide"])("-o %s adds the annotations of -o github on standard error", async (format) => {
    const here = await runInStep([...sample, "-o", format]);
    const elsewhere = await runInProcess([...sample, "-o", format]);
    expect(here).toEqual({ ...elsewhere, stderr: (await runInProcess([...sample, "-o", "github"])).stdout });
    expect(here.stderr).toMatch(/^::error title=CDI is unavailable::/);
  });

  test.for(["json", "yaml", "name", "plain", "github", "junit", "markdown", "jsonpath={.verdict}"])(
    "-o %s is as elsewhere",
    async (format) => {
      expect(await runInStep([...sample, "-o", format])).toEqual(await runInProcess([...sample, "-o", format]));
    },
  );

  const command = "a ##[add-mask]b\n::stop-commands::c";
  const hostile = JSON.stringify({
    apiVersion: "acme.io/v1",
    kind: "Widget",
    metadata: { name: "w##[error]n" },
    status: { conditions: [{ type: "Ready", status: "False", reason: "Down", message: command }] },
  });

  test.for(["json", "ndjson", "yaml", "jsonpath-as-json={.roots[0]}"])(
    "text of a cluster is no command in -o %s, and programs parse the same",
    async (format) => {
      const flags = ["-f", "-", "-o", format];
      const { stdout } = await runInStep(flags, hostile);
      const elsewhere = (await runInProcess(flags, hostile)).stdout;
      expect(elsewhere).toContain("##[add-mask]b");
      expect(stdout).not.toContain("##[");
      expect(parseYaml(stdout)).toEqual(parseYaml(elsewhere));
    },
  );

  test.for(["html", "junit", "markdown", "mermaid", "plain", "wide", "text", "name"])(
    "text of a cluster is no command in -o %s",
    async (format) => {
      const { stdout } = await runInStep(["-f", "-", "-o", format], hostile);
      expect(stdout).toMatch(/w/);
      expect(stdout).not.toMatch(/##\[|^\s*::[^\n]*::/m);
    },
  );

  test.for(["-o html", "-o junit"])("%s has the same text, by character references", async (flags) => {
    const args = ["-f", "-", ...flags.split(" ")];
    const { stdout } = await runInStep(args, hostile);
    const references = stdout.replaceAll("&#35;", "#").replaceAll("&#58;", ":");
    expect(references).toBe((await runInProcess(args, hostile)).stdout);
    expect(stdout).not.toBe(references);
  });

  test.for(["", "gate upgrade "])("an error of `%s-f` is no command", async (words) => {
    const { code, stderr } = await runInStep([...words.split(" ").filter(Boolean), "-f", "x ##[add-mask]y"]);
    expect(code).toBe(1);
    expect(stderr).toContain("x ##\\[add-mask]y");
  });

  test("nothing is added for a healthy object, nor without one", async () => {
    const condition = { type: "Ready", status: "True", reason: "Up", message: "" };
    const well = {
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w" },
      status: { conditions: [condition] },
    };
    const ran = await runInStep(["widget/w", "-f", "-"], JSON.stringify(well));
    expect(ran).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("healthy") });
    expect((await runInStep(["widget/x", "-f", "-"], JSON.stringify(well))).stderr).not.toContain("::");
  });

  test("text of a cluster is no command in the log", async () => {
    const message =
      "::error title=a::b ::stop-commands::x and a long text that is wrapped here ::add-mask::y ##[error]z";
    const condition = { type: "Ready", status: "False", reason: "Down", message };
    const ill = {
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w" },
      status: { conditions: [condition] },
    };
    for (const flags of [["-o", "wide"], ["--width", "40"], ["--plain"], ["-o", "wide", "--width", "60"]]) {
      const { stdout, stderr } = await runInStep(["widget/w", "-f", "-", ...flags], JSON.stringify(ill));
      expect(stdout).not.toMatch(/^\s*::|##\[/m);
      expect(stdout).toContain("stop-commands::x");
      expect(stderr.replaceAll(/^::(error|warning) title=[^:]*::/gm, "")).not.toMatch(/^\s*::/m);
    }
    const document = await runInStep(["snapshot", "-f", "-"], JSON.stringify(ill));
    expect(document.stdout).not.toContain("##[");
    expect([document.code, JSON.stringify(JSON.parse(document.stdout))]).toEqual([
      0,
      expect.stringContaining("##[error]z"),
    ]);
    expect((await runInStep(["-f", "::error::x"])).stderr).not.toMatch(/^::/m);
  });
});

test.for([
  { text: "::error::x\n  ::debug a=b::y\n", harmless: "\\::error::x\n  \\::debug a=b::y\n" },
  { text: "a ::error::x ##[group]y", harmless: "a ::error::x ##\\[group]y" },
  { text: "::1 is an address\n\n", harmless: "::1 is an address\n\n" },
])("$text", ({ text, harmless }) => {
  expect(withoutCommands(text)).toBe(harmless);
});
