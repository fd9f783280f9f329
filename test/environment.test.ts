import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { describe, expect, test } from "vitest";
import { environmentWith } from "./environment.ts";

describe("a test sees nothing of what the machine says to programs", () => {
  test("no variable but PATH, temporary folders, the screen, and the variables of this run", () => {
    const known =
      /^(PATH|HOME|LANG|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|CI|GITHUB_ACTIONS|KUBEBUILDER_ASSETS|HCO_STATUS_TEST_\w+|HCO_STATUS_(HOST|PICTURES|README)\w*)$/;
    // vitest and Vite add theirs to each worker.
    const added = /^(VITEST\w*|TEST|NODE_ENV|FORCE_TTY|DEV|PROD|MODE|BASE_URL|SSR|NODE_OPTIONS)$/;
    expect(Object.keys(process.env).filter((name) => !known.test(name) && !added.test(name))).toEqual([]);
  });

  test("no kubeconfig, no settings: its HOME is a folder of this run", () => {
    expect(homedir()).toMatch(/home-of-hco-status-tests-/);
    expect(readdirSync(homedir())).not.toContain(".kube");
  });

  test("the locale is C and the time zone UTC", () => {
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect([locale, timeZone]).toEqual([expect.stringMatching(/^en-US/), "UTC"]);
  });
});

test("a program that a test starts gets PATH, HOME, locale and time zone, and what the test gives", () => {
  const print = "process.stdout.write(Object.keys(process.env).sort().join(' '))";
  const { stdout } = spawnSync(process.execPath, ["-e", print], {
    env: environmentWith({ KUBECONFIG: "x", TMPDIR: undefined }),
    encoding: "utf8",
  });
  expect(stdout).toBe("HOME KUBECONFIG LANG PATH TZ");
});
