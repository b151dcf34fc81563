-- A credit that its bank takes back is no longer received.
ALTER TABLE "IncomingCredit" ADD COLUMN "takenBack" BOOLEAN NOT NULL DEFAULT false;
