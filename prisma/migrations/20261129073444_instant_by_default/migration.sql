-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "instant" "InstantChoice" NOT NULL DEFAULT 'preferred';
