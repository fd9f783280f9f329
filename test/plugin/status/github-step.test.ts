import { describe, expect, test } from "vitest";
import { withoutCommands } from "../../../plugin/status/github-step.ts";
import { plugin, type Ran } from "../world.ts";

const sample = ["--must-gather", "media/sample"];

function inStep(args: readonly string[], stdin = ""): Promise<Ran> {
  return plugin(args, stdin, { LANG: "C.UTF-8", GITHUB_ACTIONS: "true" });
}

describe("in a step of GitHub Actions", () => {
  test.for(["text", "wide"])("-o %s adds the annotations of -o github on standard error", async (format) => {
    const [here, elsewhere] = [await inStep([...sample, "-o", format]), await plugin([...sample, "-o", format])];
    expect(here).toEqual({ ...elsewhere, stderr: (await plugin([...sample, "-o", "github"])).stdout });
    expect(here.stderr).toMatch(/^::error title=HyperConverged /);
  });

  test.for(["json", "yaml", "name", "plain", "github", "junit", "markdown", "jsonpath={.verdict}"])(
    "-o %s is as elsewhere",
    async (format) => {
      expect(await inStep([...sample, "-o", format])).toEqual(await plugin([...sample, "-o", format]));
    },
  );

  test("nothing is added for a healthy object, nor without one", async () => {
    const condition = { type: "Ready", status: "True", reason: "Up", message: "" };
    const well = {
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w" },
      status: { conditions: [condition] },
    };
    const ran = await inStep(["widget/w", "-f", "-"], JSON.stringify(well));
    expect(ran).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("healthy") });
    expect((await inStep(["widget/x", "-f", "-"], JSON.stringify(well))).stderr).not.toContain("::");
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
      const { stdout, stderr } = await inStep(["widget/w", "-f", "-", ...flags], JSON.stringify(ill));
      expect(stdout).not.toMatch(/^\s*::|##\[/m);
      expect(stdout).toContain("stop-commands::x");
      expect(stderr.replaceAll(/^::(error|warning) title=[^:]*::/gm, "")).not.toMatch(/^\s*::/m);
    }
    const document = await inStep(["snapshot", "-f", "-"], JSON.stringify(ill));
    expect([document.code, JSON.stringify(JSON.parse(document.stdout))]).toEqual([
      0,
      expect.stringContaining("##[error]z"),
    ]);
    expect((await inStep(["-f", "::error::x"])).stderr).not.toMatch(/^::/m);
  });
});

test.for<[text: string, harmless: string]>([
  ["::error::x\n  ::debug a=b::y\n", "\\::error::x\n  \\::debug a=b::y\n"],
  ["a ::error::x ##[group]y", "a ::error::x ##\\[group]y"],
  ["::1 is an address\n\n", "::1 is an address\n\n"],
])("%j", ([text, harmless]) => {
  expect(withoutCommands(text)).toBe(harmless);
});
