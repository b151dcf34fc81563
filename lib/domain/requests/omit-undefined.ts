type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name]
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>
}

/** Without the members that are undefined: conditions of a query that nobody asked for, members of a body that there are not. */
export function omitUndefined<const Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>
}
