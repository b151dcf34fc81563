// Before the first build there is no next-env.d.ts, and types are checked first.
/// <reference types="next/image-types/global" />
