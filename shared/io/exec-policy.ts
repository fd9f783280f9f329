import { basename, win32 } from "node:path";
import { ConnectionError } from "./errors.ts";
import { type Command, lookUp } from "./exec-command.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { pluginPolicyOf } from "./kuberc.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Holds `plugin` against the person's kuberc, before it runs (client-go, plugin/pkg/client/auth/exec/exec.go:
 * checkAllowlistLocked): a command stands in the list as written, as the file it leads to, or by an entry of the same
 * name that leads to the same file.
 * @param found what its command stands for.
 * @throws ConnectionError where it may not run; InputError where the kuberc is not to be used.
 */
export async function allowed(plugin: ExecPlugin, found: Command, from: Surroundings): Promise<void> {
  const policy = await pluginPolicyOf(from);
  if (policy === undefined || policy.type === "AllowAll") return;
  const { type, commands, file } = policy;
  if (type === "DenyAll") throw forbidden(plugin, `${file} allows no credential plugin (DenyAll)`);
  if (commands.includes(plugin.command)) return;
  const { path, fault } = found;
  if (path === undefined)
    throw forbidden(plugin, `${fault}, so that it cannot be held against the allowlist of ${file}`);
  const name = from.platform === "win32" ? win32.basename : basename;
  const sameName = commands.filter((command) => name(command) === name(path));
  const files = await Promise.all(sameName.map(async (command) => (await lookUp(command, from)).path));
  if (files.includes(path)) return;
  throw forbidden(plugin, `${path} is not in the allowlist of ${file}`);
}

function forbidden(plugin: ExecPlugin, why: string): ConnectionError {
  return new ConnectionError(`${plugin.title} may not run: ${why}`, { reason: "credentials" });
}
