import { connectTo } from "../shared/io/cluster.ts";
import type { Connection } from "../shared/io/connection.ts";
import { type ChosenContext, chooseContext } from "../shared/io/context.ts";
import { type Kubeconfig, loadKubeconfig } from "../shared/io/kubeconfig.ts";
import type { Logins } from "../shared/io/logins.ts";
import { version } from "../shared/model/version.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/** What of the world the way to a cluster depends on. */
export type Around = Pick<World, "screen" | "tell" | "milliseconds" | "home" | "cwd" | "architecture">;

/** The context that flags and kubeconfig choose. @throws InputError, UsageError where they choose none. */
export async function choose({ reach }: Pick<Options, "reach">, world: Around): Promise<ChosenContext> {
  return chooseContext(await kubeconfigFor({ reach }, world), reach, world.cwd);
}

/** What kubectl would find in its files. @throws InputError where one cannot be used. */
export function kubeconfigFor({ reach }: Pick<Options, "reach">, world: Around): Promise<Kubeconfig> {
  const { environment: env, platform } = world.screen;
  const { home, cwd } = world;
  const { kubeconfig } = reach;
  return loadKubeconfig({ ...(kubeconfig && { kubeconfig }), env, home, cwd, platform });
}

/**
 * Begins to connect to it; close it in the end. `logins`: where others are connected to at the same time.
 * @throws what {@link connectTo} does.
 */
export function open(
  chosen: ChosenContext,
  { reach }: Pick<Options, "reach">,
  world: Around,
  logins?: Logins,
): Promise<Connection> {
  const { environment: env, platform } = world.screen;
  const { requestTimeout } = reach;
  return connectTo(chosen, {
    userAgent: `kubectl-hco_status/v${version} (${platform}/${world.architecture})`,
    ...(requestTimeout !== undefined && { requestTimeout }),
    surroundings: {
      now: world.milliseconds,
      env,
      home: world.home,
      cwd: world.cwd,
      platform,
      isInteractive: world.screen.isInputTerminal,
      tell: world.tell,
      ...(requestTimeout !== undefined && { requestTimeout }),
      ...(logins !== undefined && { logins }),
    },
  });
}
