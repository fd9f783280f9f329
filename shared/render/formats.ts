import type { Report } from "../model/report.ts";
import { renderJson } from "./json.ts";
import { renderName } from "./name.ts";
import type { TextOptions } from "./style.ts";
import { renderText } from "./text.ts";
import { renderYaml } from "./yaml.ts";

/** One way to print a Report; only text looks at the options. */
export interface Format {
  readonly name: string;
  readonly render: (report: Report, options: TextOptions) => string;
}

/** Every value of `-o`; the first is the default. */
export const formats: readonly Format[] = [
  { name: "text", render: renderText },
  { name: "wide", render: (report, options) => renderText(report, { ...options, wide: true }) },
  { name: "json", render: renderJson },
  { name: "yaml", render: renderYaml },
  { name: "name", render: renderName },
];
