import { showsLogs } from "../../shared/render/formats/format-names.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readFrom } from "../read/read-source.ts";
import type { PrintRead } from "./evaluate-and-print.ts";

/** Reads, evaluates and prints a report. Resolves to the exit status. */
export async function runStatus(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { promise: show, resolve, reject } = Promise.withResolvers<PrintRead>();
  let begun: Promise<PrintRead> | undefined;
  // Half of the code is loaded while the server works. It is loaded at the latest when reading is done, or when no
  // server responds.
  const begin = (): void => {
    begun ??= prepared(options, environment);
    begun.then(resolve, reject);
  };
  const staysOpen = showsLogs(options.output.format);
  const reading: Promise<ReadSnapshot> = readFrom(options, environment, { meanwhile: begin, staysOpen });
  reading.then(begin, begin);
  try {
    // A wrong template must be reported also when no server responds.
    const print = await show;
    return await print(await reading);
  } catch (error) {
    reading.then(
      ({ open }) => open?.close(),
      () => {},
    );
    throw error;
  }
}

async function prepared(options: CommandLineOptions, environment: HostEnvironment): Promise<PrintRead> {
  return (await import("./evaluate-and-print.ts")).prepareReport(options, environment);
}
