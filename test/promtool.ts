import { spawnSync } from "node:child_process";

/** Whether promtool is on PATH; Debian has it in the package prometheus, which .ci/run installs. */
export const hasPromtool: boolean = spawnSync("promtool", ["--version"]).status === 0;

/** What promtool complains of, or an empty text. */
export function complaintsOfPromtool(words: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync("promtool", words, { input, encoding: "utf8" });
  return status === 0 ? stderr : `${status}: ${stdout}${stderr}`;
}
