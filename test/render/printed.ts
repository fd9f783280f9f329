import type { Report } from "../../shared/model/report.ts";
import type { FormatName } from "../../shared/render/formats/format-names.ts";
import { outputFormats } from "../../shared/render/formats/formats.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";

/** What a format makes of a Report; formats that take a template get one. @throws what it complains of. */
export async function printed(
  name: FormatName,
  report: Report,
  options: TextOptions = {},
  template: string = name === "custom-columns-file" ? "ROOTS\n.roots[*].label\n" : "ROOTS:{.roots[*].label}",
): Promise<string> {
  const print = await outputFormats[name].printer(template, options);
  if ("error" in print) throw new Error(print.error);
  const result = print(report, options);
  if ("error" in result) throw new Error(result.error);
  return result.text;
}
