#!/bin/sh
# Makes the certificates of the integration tests in the folder $1: a CA that the tests trust, one that nobody
# trusts, server certificates with each fault, and a client's.
set -eu
mkdir -p "$1" && cd "$1"
days=3650

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; chmod 644 "$1.key"; }

authority() {  # name
    key "$1"
    openssl req -x509 -new -key "$1.key" -subj "/CN=outrider test $1" -days $days -out "$1.pem" \
        -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
}

# name, issuer, subjectAltName [, start, end, basicConstraints]
leaf() {
    key "$1"
    openssl req -new -key "$1.key" -subj "/CN=outrider test $1" -out "$1.csr"
    printf 'subjectAltName=%s\nbasicConstraints=%s\n' "$3" "${6:-CA:FALSE}" > "$1.ext"
    rm -rf "$1.db" && mkdir "$1.db" && : > "$1.db/index" && echo 01 > "$1.db/serial"
    cat > "$1.db/config" <<CONFIG
[ca]
default_ca=here
[here]
database=$1.db/index
serial=$1.db/serial
new_certs_dir=$1.db
default_md=sha256
policy=any
[any]
commonName=supplied
CONFIG
    openssl ca -batch -notext -config "$1.db/config" -cert "$2.pem" -keyfile "$2.key" -in "$1.csr" \
        -extfile "$1.ext" -startdate "${4:-20200101000000Z}" -enddate "${5:-20491231000000Z}" -out "$1.crt"
    cat "$1.crt" "$1.key" > "$1.pem"
    rm -rf "$1.db" "$1.csr" "$1.ext" "$1.crt"
}

{
    authority ca
    authority stranger
    leaf server ca IP:127.0.0.1,IP:::1,DNS:localhost,DNS:origin.test,DNS:proxy.test
    leaf expired ca IP:127.0.0.1 20200101000000Z 20200201000000Z
    leaf other_host ca DNS:elsewhere.test
    leaf untrusted stranger IP:127.0.0.1,DNS:origin.test
    leaf expired_other_host ca DNS:elsewhere.test 20200101000000Z 20200201000000Z
    leaf untrusted_expired stranger DNS:elsewhere.test 20200101000000Z 20200201000000Z
    leaf client ca DNS:client.test
    leaf between ca DNS:between.test "" "" critical,CA:TRUE
    leaf client_of_between between DNS:client.test
    leaf stranger_client stranger DNS:client.test
} > log 2>&1 || { cat log; exit 1; }
