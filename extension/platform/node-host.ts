import { homedir } from "node:os";
import { arch, env, kill, platform } from "node:process";

/** Everything of the process that a connection to a cluster depends on. */
export interface HostMachine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
  readonly architecture: string;
  /** Sends a signal to a process group, named by its leader; absent where the platform has no process groups. */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
}

export function thisMachine(): HostMachine {
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
          // All processes of the group have ended.
        }
      },
    }),
  };
}
