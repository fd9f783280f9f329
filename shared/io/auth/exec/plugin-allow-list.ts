import { basename, win32 } from "node:path";
import { ConnectionError } from "../../errors/errors.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";
import type { ExecPlugin } from "./exec-plugin-config.ts";
import { readPluginPolicy } from "./plugin-policy.ts";
import { type ResolvedCommand, resolveCommand } from "./resolve-command.ts";

/**
 * Checks `plugin` against the policy in the user's kuberc, before it runs (client-go,
 * plugin/pkg/client/auth/exec/exec.go: checkAllowlistLocked). The allowlist contains a command as written, or as the
 * file that it resolves to. An entry of the same name that resolves to the same file counts too.
 * @param found the file that its command resolves to.
 * @throws ConnectionError where the plugin may not run; InputError where the kuberc cannot be used.
 */
export async function assertPluginAllowed(
  plugin: ExecPlugin,
  found: ResolvedCommand,
  from: CredentialEnvironment,
): Promise<void> {
  const policy = await readPluginPolicy(from);
  if (policy === undefined || policy.type === "AllowAll") return;
  const { type, commands, file } = policy;
  if (type === "DenyAll") throw forbidden(plugin, `${file} allows no credential plugin (DenyAll)`);
  if (commands.includes(plugin.command)) return;
  const { path, fault } = found;
  if (path === undefined) throw forbidden(plugin, `${fault}, so it cannot be checked against the allowlist of ${file}`);
  const name = from.platform === "win32" ? win32.basename : basename;
  const sameName = commands.filter((command) => name(command) === name(path));
  const files = await Promise.all(sameName.map(async (command) => (await resolveCommand(command, from)).path));
  if (files.includes(path)) return;
  throw forbidden(plugin, `${path} is not in the allowlist of ${file}`);
}

function forbidden(plugin: ExecPlugin, why: string): ConnectionError {
  return new ConnectionError(`${plugin.title} may not run: ${why}`, { reason: "credentials" });
}
