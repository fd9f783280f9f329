import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { UserRules } from "../../shared/io/files/senses-file.ts";
import { emptySensesText } from "../../shared/render/words/plugin/files.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * The user's rules for conditions and kinds (format: shared/parse/documents/senses-file.ts), from the first file that
 * is named. `--polarity` comes first, then HCO_STATUS_POLARITY. Without them it is `hco-status/polarity.yaml` below
 * XDG_CONFIG_HOME or `~/.config`, where it exists. The names of the first releases count too: HCO_STATUS_SENSES and
 * `senses.yaml`.
 * @throws UsageError where the flag is empty, InputError where the file cannot be used.
 */
export async function sensesFor(
  options: Pick<CommandLineOptions, "senses">,
  world: HostEnvironment,
): Promise<UserRules> {
  const path = pathOf(options.senses, world);
  if (path === undefined) return { senses: [], kinds: [] };
  return (await import("../../shared/io/files/senses-file.ts")).readSenses(path);
}

function pathOf(flag: string | undefined, { screen, home }: HostEnvironment): string | undefined {
  if (flag === "") throw new UsageError(emptySensesText);
  const { HCO_STATUS_POLARITY: variable, HCO_STATUS_SENSES: former, XDG_CONFIG_HOME: config = "" } = screen.environment;
  const named = flag ?? (variable || former || undefined);
  if (named !== undefined) return named;
  // XDG Base Directory Specification: a relative path must be ignored.
  const folder = join(isAbsolute(config) ? config : join(home, ".config"), "hco-status");
  return ["polarity.yaml", "senses.yaml"].map((name) => join(folder, name)).find((path) => existsSync(path));
}
