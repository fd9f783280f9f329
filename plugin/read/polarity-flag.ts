import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { UserRules } from "../../shared/io/files/polarity-file.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * The user's rules for conditions and kinds (format: shared/parse/documents/polarity-file.ts), from the first file that
 * is named. `--polarity` comes first, then HCO_STATUS_POLARITY. Without them it is `hco-status/polarity.yaml` below
 * XDG_CONFIG_HOME or `~/.config`, where it exists.
 * @throws UsageError where the flag is empty, InputError where the file cannot be used.
 */
export async function polarityRulesFor(
  options: Pick<CommandLineOptions, "polarity">,
  world: HostEnvironment,
): Promise<UserRules> {
  const path = pathOf(options.polarity, world);
  if (path === undefined) return { polarities: [], kinds: [] };
  return (await import("../../shared/io/files/polarity-file.ts")).readPolarityFile(path);
}

function pathOf(flag: string | undefined, { screen, home }: HostEnvironment): string | undefined {
  if (flag === "") throw new UsageError("--polarity is empty; specify a file");
  const { HCO_STATUS_POLARITY: variable, XDG_CONFIG_HOME: config = "" } = screen.environment;
  const named = flag ?? (variable || undefined);
  if (named !== undefined) return named;
  // XDG Base Directory Specification: a relative path must be ignored.
  const path = join(isAbsolute(config) ? config : join(home, ".config"), "hco-status", "polarity.yaml");
  return existsSync(path) ? path : undefined;
}
