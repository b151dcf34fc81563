-- What was written about nobody that exists any more would not let itself be tied to a person.
DELETE FROM "BankCall" WHERE "userId" IS NOT NULL AND "userId" NOT IN (SELECT "id" FROM "User");
DELETE FROM "Notice" WHERE "userId" NOT IN (SELECT "id" FROM "User");
DELETE FROM "PsuIdentity" WHERE "userId" NOT IN (SELECT "id" FROM "User");

-- AddForeignKey
ALTER TABLE "PsuIdentity" ADD CONSTRAINT "PsuIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankCall" ADD CONSTRAINT "BankCall_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
