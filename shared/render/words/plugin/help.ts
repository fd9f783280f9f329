/** The lines of each section of the output of `options`. */
export interface OptionSections {
  readonly connection: string;
  readonly evaluation: string;
  readonly printing: string;
  readonly formats: string;
}
