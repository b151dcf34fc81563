#!/bin/sh
# Makes the vectors beside this file with the openssl command line alone, so that our digest and signature are held
# against a program that shares no code with ours. The key is for vectors only and opens nothing. Signatures of RSA
# PKCS#1 v1.5 are deterministic: a second run with the same key changes no file.
set -eu
cd "$(dirname "$0")"

[ -f key.pem ] || openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem
openssl pkey -in key.pem -pubout -out public.pem

for name in empty consent unicode; do
  printf 'SHA-256=%s' "$(openssl dgst -sha256 -binary "body-$name.txt" | openssl base64 -A)" > "digest-$name.txt"
done

for name in get put attended; do
  openssl dgst -sha256 -sign key.pem "signing-$name.txt" | openssl base64 -A > "signature-$name.txt"
  openssl base64 -d -A -in "signature-$name.txt" -out /tmp/vector.$$
  openssl dgst -sha256 -verify public.pem -signature /tmp/vector.$$ "signing-$name.txt"
  rm -f /tmp/vector.$$
done

[ -f certificate.pem ] || openssl req -x509 -new -key key.pem -days 36500 -subj '/CN=Vectors only' -out certificate.pem
openssl x509 -in certificate.pem -outform der | openssl dgst -sha256 -r | cut -d' ' -f1 > fingerprint.txt

# Keys as authorities hand them over: PKCS#12 with the ciphers of today and of long ago. Salted, so made once.
[ -f chain.pem ] || openssl req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -days 36500 -subj '/CN=Vector Authority' -out chain.pem
export_p12() {
  [ -f "$1" ] || openssl pkcs12 -export -inkey key.pem -in certificate.pem -certfile chain.pem -passout 'pass:un secret' -out "$@"
}
export_p12 seal-of-today.p12
export_p12 seal-of-long-ago.p12 -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1

# OCSP answers about two certificates of one authority, one of them revoked. Keys are thrown away, so made once.
if [ ! -f ocsp-ca.pem ]; then
  made=$(mktemp -d)
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$made/ca.key" -out ocsp-ca.pem -subj '/CN=Vector authority' -days 3650
  printf 'V\t361120000000Z\t\t1001\tunknown\t/CN=good\n' > "$made/index"
  printf 'R\t361120000000Z\t261101000000Z,keyCompromise\t1002\tunknown\t/CN=revoked\n' >> "$made/index"
  serial=4097
  for name in good revoked; do
    openssl req -newkey rsa:2048 -nodes -keyout /dev/null -out "$made/csr" -subj "/CN=$name"
    openssl x509 -req -in "$made/csr" -CA ocsp-ca.pem -CAkey "$made/ca.key" -set_serial $serial -days 3650 -out "ocsp-$name.pem"
    openssl ocsp -issuer ocsp-ca.pem -cert "ocsp-$name.pem" -reqout "$made/request"
    openssl ocsp -index "$made/index" -CA ocsp-ca.pem -rsigner ocsp-ca.pem -rkey "$made/ca.key" -reqin "$made/request" \
      -respout "ocsp-$name.der" -ndays 3650
    serial=$((serial + 1))
  done
  rm -r "$made"
fi

# A revocation list of two certificates of one authority, one of them revoked; both say where it lies.
if [ ! -f crl-ca.pem ]; then
  made=$(mktemp -d)
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$made/ca.key" -out crl-ca.pem -subj '/C=FR/O=Vectors/CN=Vector authority' -days 3650
  printf 'crlDistributionPoints=URI:http://ca.example/list.crl\n' > "$made/extensions"
  printf '[ca]\ndefault_ca=own\n[own]\ndatabase=%s/index\ncrlnumber=%s/number\ndefault_md=sha256\ncrl_extensions=more\n[more]\nauthorityKeyIdentifier=keyid\n' \
    "$made" "$made" > "$made/config"
  : > "$made/index"
  echo 01 > "$made/number"
  for name in good revoked; do
    openssl req -newkey rsa:2048 -nodes -keyout /dev/null -out "$made/csr" -subj "/CN=$name"
    openssl x509 -req -in "$made/csr" -CA crl-ca.pem -CAkey "$made/ca.key" -days 3650 -extfile "$made/extensions" -out "crl-$name.pem"
  done
  openssl ca -config "$made/config" -cert crl-ca.pem -keyfile "$made/ca.key" -revoke crl-revoked.pem
  openssl ca -config "$made/config" -cert crl-ca.pem -keyfile "$made/ca.key" -gencrl -crldays 3650 -out crl-list.pem
  openssl crl -in crl-list.pem -outform DER -out crl-list.der
  rm -r "$made"
fi
