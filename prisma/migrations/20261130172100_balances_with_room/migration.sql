-- A changed balance stays where it is, beside its new version, and its indexes with it.
ALTER TABLE "Balance" SET (fillfactor = 70);
