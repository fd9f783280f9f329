/** A user entry as errors name it. Both names are undefined where the context has no user. */
export interface NamedUser {
  readonly name: string | undefined;
  readonly file: string | undefined;
}
