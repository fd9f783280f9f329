import { homedir } from "node:os";
import { arch, env, kill, platform } from "node:process";

/** Everything of the process that reaching a cluster depends on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
  readonly architecture: string;
  /** Tells a group of processes by its leader; absent where there are no groups. */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
}

export function thisMachine(): Machine {
  return {
    env,
    home: homedir(),
    platform,
    architecture: arch,
    ...(platform !== "win32" && {
      signalGroup(leader, signal) {
        try {
          kill(-leader, signal);
        } catch {
          // All of it has ended.
        }
      },
    }),
  };
}
