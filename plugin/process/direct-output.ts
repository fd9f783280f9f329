import { constants, fstatSync, openSync, type Stats, statSync } from "node:fs";

/**
 * A descriptor that writes to the same file as `descriptor` and never blocks: the same one for a regular file and for
 * /dev/null, one of its own for a pipe. Undefined for what may block, such as a terminal, a socket, or a pipe where the
 * platform or its owner do not let it be opened again.
 */
export function openDirectOutput(descriptor: number, platform: NodeJS.Platform): number | undefined {
  if (platform === "win32") return undefined;
  try {
    const file = fstatSync(descriptor);
    if (file.isFile() || isNullDevice(file)) return descriptor;
    // Opened again, since the flag would else hold for every program that writes to this pipe (open(2), proc_pid_fd(5)).
    if (platform === "linux" && file.isFIFO())
      return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The stream reports what is wrong with the file.
  }
  return undefined;
}

/** Whether the file is /dev/null. */
export function isNullDevice(file: Stats): boolean {
  return file.isCharacterDevice() && file.rdev === statSync("/dev/null").rdev;
}
