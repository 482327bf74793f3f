# What a phone does at the table's own Wi-Fi, inside the machine: a second simulated radio in a network of its own.
# usage: card_phone.sh DEED [WORDS]
set -eu
in_phone() { ip netns exec phone "$@"; }

case $1 in
    appear) # the machine has one radio, its cable is pulled, and a phone is near
        modprobe mac80211_hwsim radios=2
        for _ in $(seq 60); do [ -e /sys/class/net/wlan1/phy80211/name ] && break; sleep 1; done
        nmcli device set wlan1 managed no
        ip netns add phone
        iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
        for cable in /sys/class/net/e*; do
            nmcli device set "${cable##*/}" managed no
            ip address flush dev "${cable##*/}"
        done ;;
    join) # NAME KEY: as read off the printed card
        printf 'network={\n ssid="%s"\n psk="%s"\n key_mgmt=WPA-PSK\n}\n' "$2" "$3" >/run/phone.conf
        in_phone wpa_supplicant -B -i wlan1 -c /run/phone.conf -P /run/phone.pid >/dev/null
        for _ in $(seq 120); do in_phone iw dev wlan1 link | grep -q Connected && break; sleep 1; done
        in_phone ip address add 10.42.0.77/24 dev wlan1
        in_phone ip route add default via 10.42.0.1 ;;
    ask) # URL: its answer's status, and where that leads; a name is asked for at the access point
        host=${2#http://}
        host=${host%%[:/]*}
        in_phone curl -s -m 120 -o /run/body -w '%{http_code} %{redirect_url}' --resolve "$host:80:10.42.0.1" "$2" ;;
    be-home) # NAME KEY: where the phone was, a router is
        [ ! -e /run/phone.pid ] || kill "$(cat /run/phone.pid)"
        rm -f /run/phone.pid
        sleep 2
        in_phone ip address flush dev wlan1
        printf 'network={\n ssid="%s"\n mode=2\n frequency=2437\n key_mgmt=WPA-PSK\n proto=RSN\n pairwise=CCMP\n psk="%s"\n}\n' \
            "$2" "$3" >/run/home.conf
        in_phone wpa_supplicant -B -q -i wlan1 -c /run/home.conf -P /run/home.pid >/dev/null
        in_phone ip address add 192.168.77.1/24 dev wlan1
        [ -e /run/dhcp.pid ] || in_phone dnsmasq --conf-file=/dev/null --port=0 --interface=wlan1 --bind-dynamic \
            --dhcp-range=192.168.77.10,192.168.77.50,1h --pid-file=/run/dhcp.pid --dhcp-leasefile=/run/dhcp.leases ;;
    leave-home) kill "$(cat /run/home.pid)" ;;
esac
