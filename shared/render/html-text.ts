/** A piece of HTML that was made here: nothing of the cluster in it acts. */
export interface Html {
  readonly html: string;
}

type Value = string | Html | readonly Html[];

/**
 * HTML from a template: a string put into it is text, whatever stands in it, also between the quotes of an attribute; what
 * is {@link Html} stays. There is no other way to make one.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.map((part, index) => `${part}${index < values.length ? htmlOf(values[index]) : ""}`).join("") };
}

/** Nothing. */
export const nothing: Html = { html: "" };

function htmlOf(value: Value | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return "html" in value ? value.html : value.map((one) => one.html).join("");
}
