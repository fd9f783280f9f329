import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../shared/io/errors.ts";
import type { SenseRow } from "../shared/model/profile.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/**
 * What somebody says about condition types (format: shared/parse/senses.ts), from one file, the first that is named: by
 * `--senses`, by HCO_STATUS_SENSES; else `hco-status/senses.yaml` below XDG_CONFIG_HOME or `~/.config`, where it exists.
 * @throws UsageError where the flag names nothing, InputError where the file cannot be used.
 */
export async function sensesFor(options: Pick<Options, "senses">, world: World): Promise<readonly SenseRow[]> {
  const path = pathOf(options.senses, world);
  if (path === undefined) return [];
  return (await import("../shared/io/senses-file.ts")).readSenses(path);
}

function pathOf(flag: string | undefined, { screen, home }: World): string | undefined {
  if (flag === "") throw new UsageError("--senses names no file: its value is empty");
  const { HCO_STATUS_SENSES: variable, XDG_CONFIG_HOME: config = "" } = screen.environment;
  const named = flag ?? (variable || undefined);
  if (named !== undefined) return named;
  // XDG Base Directory Specification: a relative path is to be ignored.
  const usual = join(isAbsolute(config) ? config : join(home, ".config"), "hco-status", "senses.yaml");
  return existsSync(usual) ? usual : undefined;
}
