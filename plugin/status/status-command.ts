import { showsLogs } from "../../shared/render/formats/format-names.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readFrom } from "../read/read-source.ts";

/** Reads, evaluates and prints a report. Resolves to the exit status. */
export async function runStatus(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  // Half of the code is loaded while the server works, at the latest when reading is done or has failed.
  const { promise: canPrepare, resolve: prepare } = Promise.withResolvers<void>();
  const staysOpen = showsLogs(options.output.format);
  const reading = readFrom(options, environment, { meanwhile: prepare, staysOpen });
  reading.then(
    () => prepare(),
    () => prepare(),
  );
  try {
    await canPrepare;
    const { prepareReport } = await import("./evaluate-and-print.ts");
    // A wrong template is reported also where no server responds.
    const report = await prepareReport(options, environment);
    return await report.print(await reading);
  } catch (error) {
    reading.then(
      ({ open }) => open?.close(),
      () => {},
    );
    throw error;
  }
}
