ALTER TABLE "Connection" ADD COLUMN "listingDigest" TEXT;
