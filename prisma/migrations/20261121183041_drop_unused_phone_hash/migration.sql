-- AlterTable
ALTER TABLE "LinkHandoff" DROP COLUMN "phoneHash";
